import DequeModule
import IssueReporting
import PandoHosting

extension StoreEngine {
  /// Accepts an action from anywhere. With nothing before it, a local action has committed when this
  /// returns.
  ///
  /// While the window is full, a thread of its own sleeps for room. A thread that others count on does
  /// not: neither one that runs a task, nor one that commits or tells observers. It may go beyond the
  /// window, as far as `overflow` allows; what is sent then is refused and reported.
  ///
  /// Returns nil when nothing is left to wait for.
  package func send(_ action: Action) -> SentAction? {
    // Nothing else of traces stands here: this is all that each action of a store without any pays.
    tracing == nil ? sendUntraced(action) : sendPerhapsTraced(action)
  }

  @inline(__always)
  func sendUntraced(_ action: Action) -> SentAction? {
    if lock.isHeldHere { return SentAction(accept(action)) }
    lock.lock()
    if buffer.isEmpty, !isWatched {
      if !mayHost { return commitAtOnce(action, parent: nil).map(SentAction.init) }
      if outsideCount == 0, !isStopped, !root.mayHost(action) {
        return commitBeside(action).map(SentAction.init)
      }
    }
    if hasNoRoom, !isStopped, !waitForRoom() {
      refuse()
      return nil
    }
    if let number = appendToRun(action) {
      finishAppend()
      return SentAction(number: number)
    }
    let tracker = accept(action)
    finishCommit()
    return SentAction(tracker)
  }

  /// Accepts an action, or returns nil when the window is full.
  package func sendIfRoom(_ action: Action) -> SentAction? {
    let trace = tracing.flatMap { beginTrace(action, $0) }
    let holdsLock = lock.isHeldHere
    if !holdsLock { lock.lock() }
    let isRefused = hasNoRoom && (holdsLock || !isStopped)
    let tracker = isRefused ? nil : accept(action, trace)
    if isRefused, let trace { end(trace, .refused) }
    if holdsLock { return tracker.map(SentAction.init) }
    finishCommit()
    return tracker.map(SentAction.init)
  }

  /// Accepts an action once there is room, in turn with others that wait.
  package func sendWhenRoom(_ action: Action) async -> SentAction {
    let tracker = ActionTracker(parent: nil)
    var trace = tracing.flatMap { beginTrace(action, $0) }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit {
        let pending = pendingAction.init(action: action, tracker: tracker)
        pending.trace = trace.take()
        if isStopped || (!hasNoRoom && waitingSends.isEmpty) {
          append(pending)
          freed.append(continuation)
        } else {
          waitingSends.append(WaitingSend(pending: pending, admitted: continuation))
        }
      }
    }
    return SentAction(tracker)
  }

  /// Accepts an action once there is room, in turn with others that wait; returns when it has committed,
  /// or was dropped.
  package func sendAndCommit(_ action: Action) async -> SentAction {
    let tracker = ActionTracker(parent: nil)
    var trace = tracing.flatMap { beginTrace(action, $0) }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit {
        let pending = pendingAction.init(action: action, tracker: tracker, sender: continuation)
        pending.trace = trace.take()
        if isStopped || (!hasNoRoom && waitingSends.isEmpty) {
          append(pending)
        } else {
          waitingSends.append(WaitingSend(pending: pending, admitted: nil))
        }
      }
    }
    return SentAction(tracker)
  }

  // MARK: - Room

  /// True if the window is full: in actions, or in bytes.
  @inline(__always)
  var hasNoRoom: Bool {
    buffer.isFull || (outsideCount > 0 && buffer.count + outsideCount >= window)
      || pendingBytes >= windowBytes
  }

  /// The number of windows of actions, and of bytes, that senders who cannot wait may fill.
  static var overflow: Int { 16 }

  /// Returns whether the caller may send, after it has slept if it is a thread that may.
  func waitForRoom() -> Bool {
    if BlockingSends.areForbidden {
      return buffer.count + outsideCount < window * Self.overflow
        && pendingBytes < windowBytes * Self.overflow
    }
    while hasNoRoom, !isStopped { sleep() }
    return true
  }

  /// Lets go of the lock, and says that an action was not accepted.
  func refuse() {
    if !hasReportedRefusal {
      hasReportedRefusal = true
      let count = buffer.count + outsideCount
      report {
        reportIssue(
          """
          A store refuses actions: \(count) wait to commit, and a task or an observer sends more \
          without waiting.

          Where a task sends in a loop, let it wait for room with "await store.sendWhenRoom(...)", or for \
          the action itself with "await store.send(...).finish()".
          """)
      }
    }
    finishCommit()
  }

  private func sleep() {
    sleepingCount += 1
    lock.wait()
    sleepingCount -= 1
  }

  func accept(_ action: Action, _ trace: ActionTrace? = nil) -> ActionTracker {
    let tracker = ActionTracker(parent: nil)
    let pending = pendingAction.init(action: action, tracker: tracker)
    pending.trace = trace
    append(pending)
    return tracker
  }

  /// Accepts an action behind all others.
  func append(_ pending: PendingAction<Action>) {
    if isStopped { return drop(pending) }
    hooks.accepted?(pending.action)
    acceptedCount &+= 1
    pending.number = acceptedCount
    guideToLanes(pending, behind: nil)
    if mayHost, pending.lanes.isAsReady, !mayOvertake(pending) {
      moveOutside(pending)
    } else {
      buffer.append(pending)
    }
  }

  /// Accepts an action that a commit gave rise to, ahead of what was sent later.
  func appendFollowUp(_ pending: PendingAction<Action>) {
    if isStopped { return drop(pending) }
    hooks.accepted?(pending.action)
    acceptedCount &+= 1
    pending.number = acceptedCount
    pending.isFollowUp = true
    guideToLanes(pending, behind: buffer.followUps)
    if mayHost, pending.lanes.isAsReady {
      moveOutside(pending)
    } else {
      buffer.appendFollowUp(pending)
    }
  }

  /// Dispatches an action to the hosts that it seems to be for.
  private func guideToLanes(
    _ pending: PendingAction<Action>, behind followUps: Slice<Deque<AnyPendingAction>>?
  ) {
    // A reducer that sends has the state in its hands; its action finds its way when it commits.
    guard mayHost else { return }
    if isReducing { return awaitChild(pending, since: LaneID(rawValue: 0)) }
    router.begin()
    root.route(state, pending.action, tree, router)
    if router.isChildMissing { awaitChild(pending) }
    pending.lanes = router.lanes
    pending.problem = router.problem
    pending.isRouteCertain = buffer.isEmpty && !isCommitting
    deliver(pending) { lane in
      guard let followUps else { return nil }
      if lane.options.order == .asReady { return lane.waiting.prefix { $0.isFollowUp }.count }
      return followUps.count { $0.lanes.contains(lane) }
    }
  }

  // MARK: - Children that are not there yet

  /// Notes that an action waits in the buffer for a child whose lane is not known, and that what is sent
  /// later to the same child must not overtake it.
  ///
  /// - Parameter first: The first lane that may turn out to be the one. A child that is not there, or no
  ///   longer, gets one that does not exist yet.
  func awaitChild(_ pending: AnyPendingAction, since first: LaneID? = nil) {
    if pending.awaitsChild { return }
    pending.awaitsChild = true
    let first = first ?? LaneID(rawValue: nextLane)
    if awaitingChildCount == 0 || first.rawValue < firstAwaitedLane.rawValue {
      firstAwaitedLane = first
    }
    awaitingChildCount += 1
  }

  /// Takes the first action out of the buffer.
  func popHead() {
    noLongerAwaitsChild(buffer.popHead())
  }

  func noLongerAwaitsChild(_ pending: AnyPendingAction) {
    guard pending.awaitsChild else { return }
    pending.awaitsChild = false
    awaitingChildCount -= 1
  }

  /// Returns whether an action of a child that commits when it is ready would overtake one that was
  /// sent before the child was there.
  private func mayOvertake(_ pending: AnyPendingAction) -> Bool {
    awaitingChildCount > 0
      && !pending.lanes.allSatisfy { $0.id.rawValue < firstAwaitedLane.rawValue }
  }

  /// Hands the encoded action to the lanes that the router found.
  func deliver(_ pending: AnyPendingAction, at index: (AnyLane) -> Int?) {
    var next = 0
    pending.lanes.forEach { lane in
      var action = HostedAction(bytes: router.encodedActions[next])
      if let origin = pending.hostOrigin, origin.lane == lane.id { action.origin = origin.origin }
      next += 1
      pending.byteCount += action.bytes.count
      pendingBytes += action.bytes.count
      let index = index(lane)
      if pending.trace != nil || !lane.traces.isEmpty { lane.noteTrace(pending.trace, at: index) }
      lane.note(pending, at: index)
      if let index {
        lane.handle(.accept(action, at: index))
      } else if !lane.takesOffer(of: action) {
        lane.append(action)
      }
    }
  }

  /// A pending action of this store, with its type.
  func typed(_ pending: AnyPendingAction) -> PendingAction<Action> {
    // Every pending action of the buffer was made by this engine, with its action type.
    unsafeDowncast(pending, to: PendingAction<Action>.self)
  }

  // MARK: - From effects

  /// Accepts an action of a running effect; returns when it has committed.
  func send(_ action: Action, fromEffect number: UInt64, _ location: OperatorLocation?) async {
    var trace = tracing.flatMap { beginTrace(action, $0) }
    if trace == nil, sendAtOnce(action, fromEffect: number) { return }
    var isLate = false
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit {
        guard let (owner, tracker) = effects.sender(number), !owner.isEnded, !isStopped else {
          isLate = effects.effect(number) == nil && !isStopped
          if let trace = trace.take() { end(trace, .dropped) }
          freed.append(continuation)
          return
        }
        let pending = PendingAction(
          action: action, origin: owner, tracker: ActionTracker(parent: tracker),
          sender: continuation)
        pending.trace = trace.take()
        // Inside a commit, or with room, it goes in; else it waits its turn behind others.
        if hasNoRoom || !waitingSends.isEmpty {
          waitingSends.append(WaitingSend(pending: pending, admitted: nil))
        } else {
          append(pending)
        }
      }
    }
    if isLate { LateSend.report(action, location) }
  }

  /// Lets in those that wait for room, and wakes the threads that do.
  func admitWaitingSends() {
    if hasReportedRefusal, !hasNoRoom { hasReportedRefusal = false }
    guard !waitingSends.isEmpty || sleepingCount > 0 else { return }
    while !hasNoRoom, let waiting = waitingSends.popFirst() {
      if let continuation = waiting.admitted { freed.append(continuation) }
      append(typed(waiting.pending))
      drain()
    }
    // Half a window at a time: a thread that is woken for one action sleeps again at once.
    if sleepingCount > 0, !hasNoRoom, buffer.count <= window / 2 { lock.wakeAll() }
  }
}
