package import PandoHosting

/// The incarnation on a host that an action came from.
@usableFromInline
package struct HostOrigin: Equatable, Sendable {
  package let lane: LaneID
  package let origin: Origin
}
