import PandoHosting

// Actions that are traced. The others come here nowhere but at one question of their acceptance.
extension StoreEngine {
  /// Accepts an action from anywhere, in a store that traces some.
  @inline(never)
  func sendPerhapsTraced(_ action: Action) -> SentAction? {
    guard let tracing, let trace = beginTrace(action, tracing) else { return sendUntraced(action) }
    return send(action, trace)
  }

  /// Accepts a traced action from anywhere, as `send(_:)` does. It takes no short way.
  private func send(_ action: Action, _ trace: ActionTrace) -> SentAction? {
    if lock.isHeldHere { return sendInside(action, trace) }
    lock.lock()
    if !commits.mayAccept, !waitForRoom(orRefuse: { end(trace, .refused) }) { return nil }
    let tracker = accept(action, trace)
    finishCommit()
    return SentAction(tracker)
  }

  /// Commits an action, inside its trace if it has one.
  func reduce(_ pending: PendingAction<Action>) {
    inTrace(of: pending) {
      pending.trace?.beginCommit()
      reduceAndFollow(pending)
    }
  }

  /// Does what is to belong to the trace of an action, if it has one.
  func inTrace(of pending: PendingAction<Action>, _ body: () -> Void) {
    guard let trace = pending.trace else { return body() }
    // No value of the task: those are not bound under a lock.
    current.trace = trace
    body()
    current.trace = nil
  }

  /// The same effect, inside the trace of the action that returned it.
  @inline(never)
  func traced(_ effect: Effect<Action>, _ trace: ActionTrace) -> Effect<Action> {
    effect.isNone ? effect : trace.effects.traced(effect)
  }

  /// Has the action that a commit gave rise to belong to its trace.
  @inline(never)
  func trace(_ pending: PendingAction<Action>, below trace: ActionTrace) {
    pending.trace = tracing?.begin(pending.action, in: trace.context)
  }

  /// Returns the trace of an action that is sent here and now; nil when it is not traced.
  @inline(never)
  func beginTrace(_ action: Action, _ tracing: StoreTracing) -> ActionTrace? {
    // Inside of a commit it belongs to the action that commits, whoever's thread that is.
    if !lock.isHeldHere { return tracing.begin(action) }
    return current.trace.flatMap { tracing.begin(action, in: $0.context) }
  }

  /// Ends the trace of an action.
  func end(_ trace: ActionTrace, _ outcome: ActionTrace.Outcome? = nil) {
    if let outcome { trace.outcome = outcome }
    afterUnlock(trace.end())
  }

  /// Ends the trace of an action that leaves the store.
  func endTrace(of pending: AnyPendingAction) {
    guard let trace = pending.trace else { return }
    pending.trace = nil
    pending.lanes.forEach { $0.forget(trace) }
    end(trace)
  }

  /// Keeps the context of the next action that an effect on a worker sends. Returns whether the lane has got on.
  func hear(_ carrier: TraceCarrier, ofSend number: UInt64, _ lane: AnyLane) {
    if tracing != nil { lane.traceOfSend = (number, carrier) }
  }

  /// Has an action that an effect on a worker sent belong to the trace that was said for it.
  @inline(never)
  func trace(_ pending: PendingAction<Action>, ofSend number: UInt64, _ lane: AnyLane) {
    guard let (tracedNumber, carrier) = lane.traceOfSend.take(), tracedNumber == number else {
      return
    }
    pending.trace = tracing?.begin(pending.action, from: carrier)
  }
}
