import PandoHosting

/// An action between acceptance and commit.
struct PendingAction<Action> {
  let action: Action

  /// The incarnation whose effect sent it; it commits only while that lives.
  var origin: Incarnation?

  /// The same, inside a host.
  var hostOrigin: HostOrigin?

  var tracker: ActionTracker?

  /// The effect that waits in `send` for the commit.
  var sender: UnsafeContinuation<Void, Never>?

  /// Its number among what effects of a lane sent, to be settled with the worker.
  var emit: (lane: AnyLane, number: UInt64)?

  /// Where it was dispatched: a guess, checked when it commits.
  var lanes = LaneList()

  /// Whether another action's commit gave rise to it.
  var isFamily = false

  /// Whether the guess was made with nothing before it, so that it cannot be wrong.
  var isRouteCertain = false
}
