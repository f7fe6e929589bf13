/// The contents of a journal when it is opened.
package struct JournalContents: Equatable, Sendable {
  /// The number of this opening, greater than that of every one before; where it is only read, that of the last one.
  package var epoch: UInt64
  /// The newest state that is there as a whole; nil before the first.
  package var snapshot: JournalSnapshot?
  /// The end: the last row's, or the snapshot's where no row is behind it, or zero.
  package var mark: JournalMark
  /// True if it has neither rows nor a whole state.
  package var isNew: Bool

  package init(epoch: UInt64, snapshot: JournalSnapshot?, mark: JournalMark, isNew: Bool) {
    self.epoch = epoch
    self.snapshot = snapshot
    self.mark = mark
    self.isNew = isNew
  }
}
