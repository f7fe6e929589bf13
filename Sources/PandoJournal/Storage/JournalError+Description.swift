extension JournalError: CustomStringConvertible {
  /// The reason in words: what is wrong, where, and how it is mended.
  public var description: String { "The journal \(Self.bounded(path)) \(words)" }

  private var words: String {
    switch reason {
    case .isOpenElsewhere(let process?):
      "is open in process \(process). It serves one store at a time: end that process first, or name another file."
    case .isOpenElsewhere(nil):
      """
      is in use elsewhere: a tool reads it, or another store has taken it over. Wait until the tool has ended, or leave \
      the journal to that store.
      """
    case .endsBeforeMark(let marked, let last):
      """
      ends with group \(last), but group \(marked) was acknowledged. Its end was cut off, or its "-wal" file is \
      missing. Put the missing file back, or accept the loss to go on from group \(last).
      """
    case .isDamaged(let problem):
      """
      is damaged: \(Self.bounded(problem)). Put back a copy of it with its "-wal" and ".lock" files, or accept the loss \
      to go on from what is whole.
      """
    case .isOfAnotherStore(let name?):
      "is of the store \"\(Self.bounded(name))\". Name another file, or give this store that name."
    case .isOfAnotherStore(nil):
      "is a database of another application, and no journal. Name another file."
    case .isOfLaterFormat(let format):
      "has format \(format), of a later build of Pando. Open it with that build, or a later one."
    case .isOnNetworkFileSystem:
      """
      is on a network file system (NFS or SMB), whose locks and flushes cannot be relied on. Put it on a disk of this \
      machine.
      """
    case .diskFull:
      """
      cannot be written, since the disk is full. Make room and start the program again: it goes on from the last group \
      that is whole.
      """
    case .failed(let code, let message):
      """
      cannot be read or written: \(Self.bounded(message)) (\(code)). Look at the disk and at the file's rights, or \
      at the database, then start the program again: it goes on from the last group that is whole.
      """
    case .tooFewThreads:
      """
      has no thread to work on, as the system starts none. Raise the limit of this user's processes and threads \
      (ulimit -u), or that of the container or service (TasksMax=), or end some.
      """
    case .stateCannotBeRead(let problem):
      """
      has a state that cannot be read: \(Self.bounded(problem)). Open it with the build that wrote it, and compare the \
      types of the state.
      """
    case .stateCannotBeWritten(let problem):
      "is to take a state that cannot be encoded: \(Self.bounded(problem)). Mend how the state is encoded."
    case .schemaHasChanged(let stub):
      """
      has a state of other types than those of this build. Open it with the build that wrote it, or tell how one becomes \
      the other:

      \(stub)
      """
    case .owedActionsCannotBeRead(let count):
      """
      has \(count) actions that were to follow, of other types than those of this build. Open it with the build that \
      wrote it and wait for "flushed()", or accept the loss to drop them.
      """
    }
  }

  /// Returns a text that came from outside, cut where it is too long to be read.
  private static func bounded(_ text: String) -> String {
    text.count <= 300 ? text : text.prefix(300) + "..."
  }
}
