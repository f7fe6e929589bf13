import PandoHosting

/// An action between acceptance and commit, whatever its type.
///
/// A class, so that the queue does not depend on the action's type: moving values of a type that is
/// only known at run time costs more than the rest of a commit.
class AnyPendingAction: CommitEntry {
  /// The incarnation whose effect sent it; it commits only while that lives.
  let origin: Incarnation?

  /// The same, inside a host.
  let hostOrigin: HostOrigin?

  let tracker: ActionTracker?

  /// The effect that waits in `send` for the commit.
  let sender: UnsafeContinuation<Void, Never>?

  /// Its number among what effects of a lane sent, to be settled with the worker.
  let emit: EmitTicket?

  /// The sender that goes on as soon as the action is accepted, where it waits for room.
  final var admission: UnsafeContinuation<Void, Never>?

  /// Its standing in the order of commits, which is the store's machine's.
  @exclusivity(unchecked)
  final var standing = CommitStanding()

  /// Where it was dispatched: a guess, checked when it commits.
  @exclusivity(unchecked)
  final var lanes = LaneList()

  /// Its place in a chain of actions that send one another.
  final var link = ChainLink()

  /// The number of bytes that it has, encoded for hosts.
  final var byteCount = 0

  /// Why a hosted feature that it is for cannot be reached, if that is so.
  final var problem: RouteProblem?

  /// True if it waits beside the buffer, for its worker, and takes its place when that has
  /// answered.
  final var isBeside: Bool { standing.place == .beside }

  /// Its place in the order of acceptance.
  final var number: UInt64 { standing.number }

  /// True if a hosted feature's policy sent it, to tell of an action that failed.
  final var isFailureNotice = false

  /// True if a commit gave rise to it, so that it is lost with the store unless a journal has it.
  final var isOwed = false

  /// The number of workers that ended with the effects that it would start again, where that is too
  /// many.
  final var effectDeaths: UInt8 = 0

  /// True if the guess was made, or checked, with nothing before it, so that it cannot be wrong.
  @exclusivity(unchecked)
  final var isRouteCertain = false

  /// Nil where it is not traced.
  @exclusivity(unchecked)
  final var trace: ActionTrace?

  /// True if it is an `ActionRun`, of several actions.
  var isRun: Bool { false }

  /// Returns whether a condition holds of a lane that it is for.
  func hasLane(where condition: (AnyLane) -> Bool) -> Bool {
    !lanes.allSatisfy { !condition($0) }
  }

  init(
    origin: Incarnation?, hostOrigin: HostOrigin?, tracker: ActionTracker?,
    sender: UnsafeContinuation<Void, Never>?, emit: EmitTicket?
  ) {
    self.origin = origin
    self.hostOrigin = hostOrigin
    self.tracker = tracker
    self.sender = sender
    self.emit = emit
  }
}

/// Names an action that an effect on a worker sent, for the worker that has the lane now.
struct EmitTicket {
  let lane: AnyLane
  /// Which of the lane's workers it is from.
  let life: UInt64
  let number: UInt64
}
