package import PandoHosting

/// Carries out what a lane wants said or done: the desk of its store.
package protocol LaneDriver: AnyObject {
  /// The number of actions that a lane may have in flight.
  var window: Int { get }

  func makeLaneID() -> LaneID

  /// Returns whether an action of the lane is what is being committed now.
  func isCommitting(_ lane: AnyLane) -> Bool

  /// A lane came into being.
  func register(_ lane: AnyLane)

  /// Has something reported once the store's lock is free.
  func report(_ body: @escaping () -> Void)

  /// The first action of a lane may commit out of order.
  func listAsReady(_ lane: AnyLane)

  func carryOut(_ directive: LaneDirective, _ lane: AnyLane)

  /// The answer of a lane's worker to its oldest action cannot be used; the lane has forgotten it.
  func noteMisfit(_ lane: AnyLane, _ error: any Error)

  /// Something is about to happen to a lane that does not happen with every action.
  func note(_ event: LaneEvent, _ lane: AnyLane)

  /// Carries out a `reduce` directive.
  func dispatch(
    _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction, _ lane: AnyLane)
}
