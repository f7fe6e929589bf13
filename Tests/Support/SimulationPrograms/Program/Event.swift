/// One thing that a program has happen.
enum Event: Codable, Equatable, Sendable {
  case send(client: Int, Root.Action)
  /// A task sends, which waits for no room, and then for the end of all that follows from the action.
  case sendInTask(client: Int, Root.Action)
  /// Lets so much time pass.
  case wait(microseconds: Int)
  case fault(Fault)
  /// Takes one of the workers that run out of service, or puts it back. Nothing goes wrong by it.
  case drain(victim: Int)
  case undrain(victim: Int)
}

/// Something that goes wrong in the cluster.
enum Fault: Codable, Equatable, Sendable {
  /// `kill -9` of one of the workers that run.
  case kill(victim: Int)
  /// `SIGSTOP` and, later, `SIGCONT`.
  case pause(victim: Int, milliseconds: Int)
  /// `SIGTERM`: a worker drains, and ends.
  case terminate(victim: Int, milliseconds: Int)
  /// A worker drains, and effects have so long to end.
  case hurry(victim: Int, milliseconds: Int)
  /// A connection of a client carries nothing for a while, one way or both.
  case cut(client: Int, toWorker: Bool, toClient: Bool, milliseconds: Int)
  /// The next process ends as it starts.
  case failStart
  /// The coordinator forgets everybody, and is away for a while.
  case restartCoordinator(milliseconds: Int)
  /// The coordinator is stopped, and goes on later.
  case pauseCoordinator(milliseconds: Int)
  /// `kill -9` of a client, in whose place another begins anew.
  case endClient(Int)
  /// The same of a client with a journal, which another one goes on with: at once, or as it hands over one of its next
  /// groups. The group that is being written may be in the journal.
  case restartClient(Int, atGroup: Int, keepsGroup: Bool)
  /// All clocks jump ahead.
  case jump(milliseconds: Int)

  /// The duration of the work.
  var milliseconds: Int {
    switch self {
    case .kill, .failStart, .endClient, .restartClient: 0
    case .pause(_, let milliseconds), .terminate(_, let milliseconds), .hurry(_, let milliseconds),
      .cut(_, _, _, let milliseconds),
      .restartCoordinator(let milliseconds), .pauseCoordinator(let milliseconds),
      .jump(let milliseconds):
      milliseconds
    }
  }
}
