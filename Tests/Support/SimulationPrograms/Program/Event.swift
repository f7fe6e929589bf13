/// One thing that a program has happen.
enum Event: Codable, Equatable, Sendable {
  case send(client: Int, Root.Action)
  /// Lets so much time pass.
  case wait(microseconds: Int)
  case fault(Fault)
}

/// Something that goes wrong in the cluster.
enum Fault: Codable, Equatable, Sendable {
  /// `kill -9` of one of the workers that run.
  case kill(victim: Int)
  /// `SIGSTOP` and, later, `SIGCONT`.
  case pause(victim: Int, milliseconds: Int)
  /// A connection of a client carries nothing for a while, one way or both.
  case cut(client: Int, toWorker: Bool, toClient: Bool, milliseconds: Int)
  /// The next process ends as it starts.
  case failStart
  /// The coordinator forgets everybody, and is away for a while.
  case restartCoordinator(milliseconds: Int)

  /// How long it lasts.
  var milliseconds: Int {
    switch self {
    case .kill, .failStart: 0
    case .pause(_, let milliseconds), .cut(_, _, _, let milliseconds),
      .restartCoordinator(let milliseconds):
      milliseconds
    }
  }
}
