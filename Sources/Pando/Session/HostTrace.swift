package import PandoHosting

/// A thing that a host did with effects, for tests and traces.
package enum HostTrace: Equatable, Sendable {
  case started(lane: LaneID, name: String?)
  case cancelled(lane: LaneID, count: Int)
}
