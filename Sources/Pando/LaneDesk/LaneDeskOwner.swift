import PandoHosting

/// The commits of a store, as its lanes need them: the store. Every call is made with its lock held.
protocol LaneDeskOwner: AnyObject {
  var isStopped: Bool { get }

  /// Returns whether an action of the lane is what is being committed now.
  func isCommitting(_ lane: AnyLane) -> Bool

  /// Returns whether the action at the head of the buffer is for a lane.
  func isHead(for lane: AnyLane) -> Bool

  /// Looks at a lane again whose next action may be ready to commit out of order.
  func relist(_ lane: AnyLane)

  /// The first action of a lane may commit out of order.
  func listAsReady(_ lane: AnyLane)

  /// Moves an action of a lane that was given up from beside the buffer into it.
  func moveInside(_ pending: AnyPendingAction)

  /// Returns how to name an uncommitted action of a lane, by its place among them, and its place in the order of
  /// acceptance.
  func sent(
    at place: Int?, of lane: AnyLane
  ) -> (label: @Sendable () -> String, number: UInt64)

  /// Accepts the action that tells a lane's feature of lost effects.
  ///
  /// - Parameter deaths: The number of workers that ended with them, where that is too many for it to be reduced.
  func append(
    interruption action: any Sendable, of lane: AnyLane, _ tracker: ActionTracker, deaths: Int)

  /// Mounts a hosted feature again, as its effects ended with their worker.
  ///
  /// - Parameters:
  ///   - trackers: The actions that started them: who waits for those waits for what is started now.
  ///   - deaths: As for `append(interruption:of:_:deaths:)`.
  func mountAgain(_ lane: AnyLane, _ trackers: [ActionTracker], deaths: Int)

  /// Returns whether a condition holds of a lane that has uncommitted actions, or of any. O(uncommitted actions): what is
  /// at a worker has not committed. Where some wait beside the buffer, O(lanes).
  func hasUncommitted(where condition: (AnyLane) -> Bool) -> Bool

  // MARK: - From effects on workers

  /// Accepts an action of the feature that an effect sent.
  func append(
    _ action: any Sendable, _ origin: Origin, of effects: RemoteEffects, _ ticket: EmitTicket)

  /// Dismisses an effect's feature, which something here may present.
  func dismiss(_ effects: RemoteEffects, _ ticket: EmitTicket)

  /// Keeps the context of the next action that an effect sends.
  func hear(_ carrier: TraceCarrier, ofSend number: UInt64, _ lane: AnyLane)
}
