/// A position in a journal, behind a row.
package struct JournalMark: Equatable, Sendable {
  /// The row's number; 0 at the start.
  package var group: UInt64
  /// The version of the store behind it.
  package var version: UInt64
  /// The chain's hash behind it.
  package var hash: UInt64
  /// The opening of the journal that wrote it.
  package var epoch: UInt64

  package init(group: UInt64, version: UInt64, hash: UInt64, epoch: UInt64) {
    self.group = group
    self.version = version
    self.hash = hash
    self.epoch = epoch
  }

  /// The start of a journal, before its first row.
  package static let zero = JournalMark(group: 0, version: 0, hash: 0, epoch: 0)

  /// Returns what is wrong with a journal in which this position was acknowledged; nil if it may be opened.
  ///
  /// - Parameters:
  ///   - end: The journal's end.
  ///   - hash: The chain's hash behind the marked row; nil where the row was deleted since.
  func problem(end: JournalMark, hashThere hash: UInt64?) -> JournalError.Reason? {
    if end.group < group {
      return .endsBeforeMark(markedGroup: group, lastGroup: end.group)
    }
    if let hash, hash != self.hash {
      return .isDamaged("group \(group) is not the one that was acknowledged")
    }
    return nil
  }
}
