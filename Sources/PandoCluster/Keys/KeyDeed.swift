/// Something that a peer may do only when its key has the role for it.
package enum KeyDeed: Hashable, Sendable, CaseIterable {
  /// Joins a coordinator as a worker, beats and leaves.
  case join
  /// Asks a coordinator for a worker, and reports a dead one.
  case place
  /// Asks a coordinator what it knows.
  case askStatus
  /// Asks a coordinator whether it is there, and how many workers it has.
  case askCoordinatorHealth
  /// Takes a worker out of service, and back.
  case drain
  /// Has features hosted by a worker.
  case useWorker
  /// Asks a worker whether it is there.
  case askHealth
  /// Asks a worker which lanes it has.
  case askLanes

  /// The roles that allow it, each by itself; never none, and first the one for nothing but that.
  package var roles: [KeyRole] {
    switch self {
    case .join: [.worker]
    case .place, .useWorker: [.client]
    case .askStatus, .drain: [.operator]
    case .askCoordinatorHealth: [.probe, .operator]
    case .askHealth: [.probe, .operator, .client]
    case .askLanes: [.operator, .coordinator]
    }
  }

  /// Completes "it tried to ...".
  package var attempt: String {
    switch self {
    case .join: "join as a worker"
    case .place: "place a feature"
    case .askStatus: "ask for the status"
    case .askCoordinatorHealth: "ask this coordinator for its health"
    case .drain: "drain a worker"
    case .useWorker: "use this worker"
    case .askHealth: "ask this worker whether it is there"
    case .askLanes: "ask this worker for its lanes"
    }
  }
}
