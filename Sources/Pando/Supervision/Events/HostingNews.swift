import PandoHosting

/// An event that is put into words only by who reads it: names come from identities and actions, whose
/// descriptions are users' code, which never runs under a store's lock.
package struct HostingNews: Sendable {
  package let event: @Sendable () -> HostingEvent

  package init(_ event: @escaping @Sendable () -> HostingEvent) {
    self.event = event
  }
}

/// A lane, as an event names it.
///
/// Unchecked, because an identity is known as `AnyHashable`: it is part of a state, which is `Sendable`, and is
/// only read.
package struct LaneCard: @unchecked Sendable {
  let id: UInt64
  let feature: String
  private let path: [IncarnationStep]

  init(_ lane: AnyLane) {
    id = lane.id.rawValue
    feature = lane.feature.descriptor.name
    // One that closes has left the tree with its incarnation, which may be no more.
    path = lane.isAccepting ? lane.incarnation.path : []
  }

  /// The name of the child, put into words.
  var name: HostedChildName {
    HostedChildName(
      id: id, feature: feature,
      identities: path.compactMap { step in step.identity.map { "\($0.base)" } })
  }
}
