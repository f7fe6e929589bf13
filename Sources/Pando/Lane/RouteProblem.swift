import PandoBase

/// Why an action cannot go to a hosted child that it is for.
///
/// A class, as nearly no action has one and each has room for one.
final class RouteProblem {
  /// The child, which may have no lane.
  let child: LaneCard
  /// Where it was made a hosted one.
  let location: OperatorLocation
  let reason: String

  init(_ child: LaneCard, at location: OperatorLocation, _ reason: String) {
    self.child = child
    self.location = location
    self.reason = reason
  }
}
