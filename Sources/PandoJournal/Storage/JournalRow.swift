/// A group of commits, as it lies in a journal.
package struct JournalRow: Equatable, Sendable {
  /// The row's place: from 1 on, without gaps.
  package var number: UInt64
  /// The version of its first commit; the next one where it has none.
  package var firstVersion: UInt64
  /// The number of commits, which may be 0.
  package var commitCount: UInt64
  /// The opening of the journal that wrote it.
  package var epoch: UInt64
  /// A fingerprint of the types in the body.
  package var schema: UInt64
  /// The group itself, encoded.
  package var body: [UInt8]
  /// The chain's hash behind the row: of the hash before, and of all the above.
  package var hash: UInt64

  package init(
    number: UInt64, firstVersion: UInt64, commitCount: UInt64, epoch: UInt64, schema: UInt64,
    body: [UInt8], hash: UInt64
  ) {
    self.number = number
    self.firstVersion = firstVersion
    self.commitCount = commitCount
    self.epoch = epoch
    self.schema = schema
    self.body = body
    self.hash = hash
  }

  /// Returns the hash that the row has behind another one's hash; 0 for the first row.
  package func hash(after last: UInt64) -> UInt64 {
    let words = [number, firstVersion, commitCount, epoch, schema]
    return JournalHash.of(body, seed: JournalHash.of(words: words, seed: last))
  }

  /// Returns the row with the hash that it has behind another one's hash.
  package func chained(after last: UInt64) -> JournalRow {
    var row = self
    row.hash = hash(after: last)
    return row
  }

  /// The position behind the row.
  package var mark: JournalMark {
    JournalMark(
      group: number, version: firstVersion &+ commitCount &- 1, hash: hash, epoch: epoch)
  }
}
