/// A piece of a whole state, which is written in pieces so that no transaction is long.
///
/// A state's pieces are appended in order, and those of one group in one opening of the journal are of one state.
package struct SnapshotPiece: Equatable, Sendable {
  /// The most bytes that a piece has.
  package static let bytesAtMost = 1 << 20

  /// The row behind which the state is; 0 for the first state.
  package var group: UInt64
  /// The version of the store there.
  package var version: UInt64
  /// A fingerprint of the state's types.
  package var schema: UInt64
  /// The chain's hash there.
  package var hash: UInt64
  /// The hash of the whole state's bytes.
  package var stateHash: UInt64
  /// The piece's place, from 0 on.
  package var index: Int
  /// The number of pieces that the state has.
  package var count: Int
  /// The bytes, at most ``bytesAtMost``.
  package var bytes: [UInt8]

  package init(
    group: UInt64, version: UInt64, schema: UInt64, hash: UInt64, stateHash: UInt64, index: Int,
    count: Int, bytes: [UInt8]
  ) {
    self.group = group
    self.version = version
    self.schema = schema
    self.hash = hash
    self.stateHash = stateHash
    self.index = index
    self.count = count
    self.bytes = bytes
  }

  /// Returns the pieces of a state behind a row. An empty state has one piece.
  package static func pieces(
    of state: [UInt8], at mark: JournalMark, schema: UInt64
  ) -> [SnapshotPiece] {
    let count = max(1, (state.count + bytesAtMost - 1) / bytesAtMost)
    let stateHash = JournalHash.of(state)
    return (0..<count).map { index in
      let start = index * bytesAtMost
      return SnapshotPiece(
        group: mark.group, version: mark.version, schema: schema, hash: mark.hash,
        stateHash: stateHash, index: index, count: count,
        bytes: Array(state[start..<min(start + bytesAtMost, state.count)]))
    }
  }

  /// Returns why the piece cannot be appended to a journal; nil if it can.
  ///
  /// - Parameter end: The journal's end.
  func problem(end: JournalMark) -> String? {
    if group > end.group { return "a state behind group \(group), which is not there" }
    if bytes.count > Self.bytesAtMost { return "a piece of more than 1 MiB" }
    if index < 0 || index >= count { return "a piece that is not one of its state" }
    return nil
  }

  /// The hash of the piece with all that it says, which is kept beside it.
  var checksum: UInt64 {
    let words = [
      group, version, schema, hash, stateHash, UInt64(bitPattern: Int64(index)),
      UInt64(bitPattern: Int64(count)),
    ]
    return JournalHash.of(bytes, seed: JournalHash.of(words: words))
  }
}
