import Synchronization

/// Counts what peers did wrong, and what was dropped for it.
package final class ControlCounters: Sendable {
  /// An occurrence that is counted.
  package enum Event: Int, CaseIterable, Sendable {
    /// Messages that are no frames of this protocol.
    case garbage
    /// Calls that were answered with an error, because nothing here could run them.
    case refusedCall
    /// Calls in a version that is not spoken here, which were answered with those that are.
    case foreignVersion
    /// Answers that came when nobody waited for them any more.
    case lateReply
    /// Answers whose caller had gone, or did not read them.
    case unsentReply
    /// Clients that the authenticator did not let in.
    case refusedClient
  }

  private let counts = Mutex([Int](repeating: 0, count: Event.allCases.count))

  package init() {}

  package subscript(event: Event) -> Int {
    counts.withLock { $0[event.rawValue] }
  }

  /// Counts one, and says how many there are now.
  @discardableResult
  func add(_ event: Event) -> Int {
    counts.withLock { counts in
      counts[event.rawValue] += 1
      return counts[event.rawValue]
    }
  }
}
