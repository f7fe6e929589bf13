import PandoHosting

extension AnyLane {
  /// The lane, as an event names it.
  var card: LaneCard {
    // One that closes has left the tree with its incarnation, which may be no more.
    LaneCard(
      id: id.rawValue, feature: feature.descriptor.name, path: isAccepting ? incarnation.path : [])
  }
}
