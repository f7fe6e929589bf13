/// The reason for which a journal cannot be opened, read or written.
public struct JournalError: Error, Equatable, Sendable {
  /// The reasons that a program may want to tell apart.
  public enum Reason: Equatable, Sendable {
    /// Another store has it, in this process or in another; nil if that one only reads it, or has it in a database.
    case isOpenElsewhere(processID: Int32?)
    /// It ends before a group that was acknowledged: its end was cut off, or a file beside it is missing.
    case endsBeforeMark(markedGroup: UInt64, lastGroup: UInt64)
    /// Its contents do not fit together, or cannot be read.
    case isDamaged(String)
    /// It is the journal of a store with this name; nil if it is no journal at all.
    case isOfAnotherStore(name: String?)
    /// A later build has written it, in this format.
    case isOfLaterFormat(Int)
    /// It is on a disk of another machine, whose locks and flushes cannot be relied on.
    case isOnNetworkFileSystem
    /// The disk is full. Nobody knows if the last group is on it.
    case diskFull
    /// A call of the system (an errno), of SQLite (its code) or of PostgreSQL (an errno like it) failed. Nobody knows if the
    /// last group is on disk.
    case failed(code: Int32, message: String)
    /// The system starts no thread for it.
    case tooFewThreads
    /// The state that it has cannot be decoded.
    case stateCannotBeRead(String)
    /// The state of the store cannot be encoded.
    case stateCannotBeWritten(String)
    /// The state that it has is of other types than those of this build, and no migration leads from one to the other: the
    /// code to write.
    case schemaHasChanged(stub: String)
    /// Actions that were to follow are of other types than those of this build.
    case owedActionsCannotBeRead(count: Int)
  }

  /// The reason.
  public let reason: Reason

  /// The journal's file, or another name of the place.
  public let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }
}
