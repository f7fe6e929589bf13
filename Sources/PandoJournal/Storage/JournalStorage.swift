/// The place where the rows of a journal are kept.
///
/// One thread at a time uses it, and its calls block. A row is durable when `append` returns. After an error of any
/// call but `open`, every later call throws the same error, for good: nothing is tried again, since databases go on
/// after a failed write as if nothing had been, while the failed row may be there after a restart. Another storage is
/// made then.
package protocol JournalStorage: AnyObject {
  /// The file, or another name of the place, for errors.
  var place: String { get }

  /// True if an opening takes the journal from whoever has it.
  var takesOver: Bool { get }

  /// True if it is no failure that another has taken the journal, since this process knows of it and ends.
  var handsOver: Bool { get }

  /// Takes the journal for this process alone, begins a new epoch, and reads what is there.
  ///
  /// The rows behind the newest whole state are checked. After an error it is as before, and may be opened again.
  func open(_ opening: JournalOpening) throws(JournalError) -> JournalContents

  /// Adds the next row.
  func append(_ row: JournalRow) throws(JournalError)

  /// Adds a piece of a whole state behind a row that is there.
  func append(_ piece: SnapshotPiece) throws(JournalError)

  /// Deletes the rows up to a group, that one too, and states older than the newest whole one.
  ///
  /// Does nothing unless there is a whole state of that group or a later one. Deletes a bounded number in one call, and
  /// returns true if more are left.
  func compact(before group: UInt64) throws(JournalError) -> Bool

  /// Returns rows in order, from a number on: as many as have so many bytes of bodies, and at least one if there is
  /// any.
  func rows(from number: UInt64, bytesAtMost: Int) throws(JournalError) -> [JournalRow]

  /// Returns the whole states that are there, the newest first.
  func wholeStates() throws(JournalError) -> [SnapshotKey]

  /// Returns a state; nil if its pieces are damaged.
  func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot?

  /// Does what keeps later calls short, if enough was written, or if there is time for it.
  ///
  /// - Parameter isIdle: True if nothing is to be written just now.
  func checkpointIfDue(isIdle: Bool) throws(JournalError)

  /// Lets go of the journal.
  func close()
}

extension JournalStorage {
  /// False: an opening is refused while another store has the journal.
  package var takesOver: Bool { false }

  /// False: it is not given to others.
  package var handsOver: Bool { false }
}
