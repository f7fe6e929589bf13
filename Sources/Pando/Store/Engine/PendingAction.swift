import PandoHosting

/// An action between acceptance and commit, whatever its type.
///
/// A class, so that the queue does not depend on the action's type: moving values of a type that is
/// only known at run time costs more than the rest of a commit.
class AnyPendingAction {
  /// The incarnation whose effect sent it; it commits only while that lives.
  let origin: Incarnation?

  /// The same, inside a host.
  let hostOrigin: HostOrigin?

  let tracker: ActionTracker?

  /// The effect that waits in `send` for the commit.
  let sender: UnsafeContinuation<Void, Never>?

  /// Its number among what effects of a lane sent, to be settled with the worker.
  let emit: HostedEmit?

  /// Where it was dispatched: a guess, checked when it commits.
  @exclusivity(unchecked)
  final var lanes = LaneList()

  /// Whether another action's commit gave rise to it.
  @exclusivity(unchecked)
  final var isFamily = false

  /// Whether the guess was made, or checked, with nothing before it, so that it cannot be wrong.
  @exclusivity(unchecked)
  final var isRouteCertain = false

  init(
    origin: Incarnation?, hostOrigin: HostOrigin?, tracker: ActionTracker?,
    sender: UnsafeContinuation<Void, Never>?, emit: HostedEmit?
  ) {
    self.origin = origin
    self.hostOrigin = hostOrigin
    self.tracker = tracker
    self.sender = sender
    self.emit = emit
  }
}

/// The number of an action among what effects of a lane's host sent.
struct HostedEmit {
  let lane: AnyLane
  let number: UInt64
  /// How many hosts the lane had lost when it came.
  let lostHostCount: UInt64

  init(_ number: UInt64, of lane: AnyLane) {
    self.lane = lane
    self.number = number
    lostHostCount = lane.lostHostCount
  }
}

/// An action between acceptance and commit.
final class PendingAction<Action>: AnyPendingAction {
  let action: Action

  required init(
    action: Action, origin: Incarnation? = nil, hostOrigin: HostOrigin? = nil,
    tracker: ActionTracker? = nil, sender: UnsafeContinuation<Void, Never>? = nil,
    emit: HostedEmit? = nil
  ) {
    self.action = action
    super.init(
      origin: origin, hostOrigin: hostOrigin, tracker: tracker, sender: sender, emit: emit)
  }
}
