/// Something that a peer may do only when its key has the role for it.
package enum KeyDeed: Hashable, Sendable, CaseIterable {
  /// Joins a coordinator as a worker, beats and leaves.
  case join
  /// Asks a coordinator for a worker, and reports a dead one.
  case place
  /// Asks a coordinator what it knows.
  case askStatus
  /// Takes a worker out of service, and back.
  case drain
  /// Has features hosted by a worker.
  case useWorker

  /// The role that it takes.
  package var role: KeyRole {
    switch self {
    case .join: .worker
    case .place, .useWorker: .client
    case .askStatus, .drain: .operator
    }
  }

  /// Completes "it tried to ...".
  package var attempt: String {
    switch self {
    case .join: "join as a worker"
    case .place: "place a feature"
    case .askStatus: "ask for the status"
    case .drain: "drain a worker"
    case .useWorker: "use this worker"
    }
  }
}
