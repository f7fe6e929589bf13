import DequeModule
import PandoHosting

extension StoreEngine {
  /// Accepts an action from anywhere. With nothing before it, a local action has committed when this
  /// returns.
  ///
  /// While the window is full, the calling thread sleeps for room. A thread that others count on for it does
  /// not: one that commits or tells observers, and one that runs a task where no thread of the store's own makes room. It
  /// may go beyond the window, as far as `overflow` allows; what is sent then is refused and reported.
  ///
  /// Returns nil when nothing is left to wait for.
  package func send(_ action: Action) -> SentAction? {
    // Nothing else of traces stands here: this is all that each action of a store without any pays.
    tracing == nil ? sendUntraced(action) : sendPerhapsTraced(action)
  }

  @inline(__always)
  func sendUntraced(_ action: Action) -> SentAction? {
    lock.lockUnlessHeldHere() ? sendOutside(action) : sendInside(action, nil)
  }

  /// Accepts an action once there is room, with the lock held, which it gives up.
  @inline(__always)
  private func sendOutside(_ action: Action) -> SentAction? {
    if commits.isQueueEmpty {
      if !watch.isWatching {
        if !mayHost { return commitAtOnce(action, parent: nil).map(SentAction.init) }
        if isLocal(action) { return commitLocal(action, isJournaled: false) }
      } else if watch.isOnlyJournaled, commits.mayAccept, isLocal(action) {
        return commitJournaled(action)
      }
    }
    if !commits.mayAccept, !waitForRoom() { return nil }
    if let number = appendToRun(action) {
      finishAppend()
      return SentAction(number: number)
    }
    let tracker = accept(action)
    finishCommit()
    return SentAction(tracker)
  }

  /// Accepts an action that is sent with the lock held, as by a reducer: nobody sleeps then, so it may go beyond the
  /// window.
  @inline(never)
  func sendInside(_ action: Action, _ trace: ActionTrace?) -> SentAction? {
    if case .refuses(let isNews) = commits.admit(mayWait: false) {
      if let trace { end(trace, .refused) }
      if isNews { reportRefusal() }
      return nil
    }
    // A reducer that sends itself its own action has no other end.
    guard let link = current.isReducing ? nextLink(action) : ChainLink() else {
      if let trace { end(trace, .refused) }
      return nil
    }
    return SentAction(accept(action, trace, link))
  }

  /// Accepts an action, or returns nil when the window is full.
  package func sendIfRoom(_ action: Action) -> SentAction? {
    let trace = tracing.flatMap { beginTrace(action, $0) }
    let holdsLock = !lock.lockUnlessHeldHere()
    let isRefused = commits.hasNoRoom && (holdsLock || !commits.isStopped)
    let tracker = isRefused ? nil : accept(action, trace)
    if isRefused, let trace { end(trace, .refused) }
    if holdsLock { return tracker.map(SentAction.init) }
    finishCommit()
    return tracker.map(SentAction.init)
  }

  /// True if an action is for no hosted feature, and none commits out of order.
  @inline(__always)
  private func isLocal(_ action: Action) -> Bool {
    !mayHost || commits.besideCount == 0 && !commits.isStopped && !root.mayHost(action)
  }

  /// True if an action commits, and observers are told of it, before `sendOutside` returns.
  private func commitsAtOnce(_ action: Action) -> Bool {
    commits.isQueueEmpty && !watch.isWatching && isLocal(action)
  }

  /// Accepts an action once there is room, in turn with others that wait. Returns nil when nothing is left to wait for.
  package func sendWhenRoom(_ action: Action) async -> SentAction? {
    await sendInTurn(action, awaitsCommit: false)
  }

  /// Accepts an action once there is room, in turn with others that wait; returns when it has committed,
  /// or was dropped. Returns nil when nothing is left to wait for.
  package func sendAndCommit(_ action: Action) async -> SentAction? {
    await sendInTurn(action, awaitsCommit: true)
  }

  private func sendInTurn(_ action: Action, awaitsCommit: Bool) async -> SentAction? {
    // With room and nobody before it, as `send(_:)` does: most take this way, which suspends nobody.
    if tracing == nil, lock.lockUnlessHeldHere() {
      if commits.admitsAtOnce, !awaitsCommit || commitsAtOnce(action) {
        return sendOutside(action)
      }
      lock.unlock()
    }
    let tracker = ActionTracker(parent: nil)
    var trace = tracing.flatMap { beginTrace(action, $0) }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit {
        let pending = pendingAction.init(
          action: action, tracker: tracker, sender: awaitsCommit ? continuation : nil)
        if !awaitsCommit { pending.admission = continuation }
        pending.trace = trace.take()
        admit(pending)
      }
    }
    return SentAction(tracker)
  }

  /// Accepts an action inside a commit or where there is room; else it waits its turn behind others.
  private func admit(_ pending: PendingAction<Action>) {
    if commits.admitsAtOnce { letIn(pending) } else { commits.wait(pending) }
  }

  /// Accepts an action whose turn it is, and has its sender go on if that waits for no more.
  func letIn(_ pending: PendingAction<Action>) {
    if let sender = pending.admission.take() { aftermath.resume(sender) }
    append(pending)
  }

  func accept(
    _ action: Action, _ trace: ActionTrace? = nil, _ link: ChainLink = ChainLink()
  ) -> ActionTracker {
    let tracker = ActionTracker(parent: nil)
    let pending = pendingAction.init(action: action, tracker: tracker)
    pending.trace = trace
    pending.link = link
    append(pending)
    return tracker
  }

  /// Returns the link of a chain that an action is which the current commit sends; nil where it is dropped.
  @inline(__always)
  func nextLink(_ action: Action) -> ChainLink? {
    let link = chains.link(behind: current.link, aftermath) { WarningText.action(action) }
    guard let link else { return nil }
    if link.isTurnOver {
      if hooks.dropsTurns { return nil }
      if lock.isAwaited { current.givesWay = true }
    }
    return link
  }

  /// Accepts an action behind all others.
  func append(_ pending: PendingAction<Action>) {
    if isStopped { return drop(pending) }
    hooks.accepted?(pending.action)
    guideToLanes(pending, isFollowUp: false)
    if commits.accept(pending, commitRoute(of: pending)) == .beside {
      pending.lanes.forEach(relist)
    }
  }

  /// Accepts an action that a commit gave rise to, ahead of what was sent later.
  func appendFollowUp(_ pending: PendingAction<Action>) {
    if isStopped { return drop(pending) }
    hooks.accepted?(pending.action)
    guideToLanes(pending, isFollowUp: true)
    if commits.acceptFollowUp(pending, commitRoute(of: pending)) == .beside {
      pending.lanes.forEach(relist)
    } else {
      countFollowUp(pending, 1)
    }
  }

  /// Returns what the order of commits depends on of the lanes that were found for an action.
  @inline(__always)
  private func commitRoute(
    of pending: AnyPendingAction
  ) -> CommitMachine<AnyPendingAction>.Route {
    mayHost && pending.lanes.isAsReady ? .asReady(newest: pending.lanes.newest) : .asSent
  }

  /// Dispatches an action to the hosts that it seems to be for.
  private func guideToLanes(_ pending: PendingAction<Action>, isFollowUp: Bool) {
    // A reducer that sends has the state in its hands; its action finds its way when it commits.
    guard mayHost else { return }
    if current.isReducing { return commits.awaitChild(pending, since: LaneID(rawValue: 0)) }
    router.begin()
    root.route(state, pending.action, tree, router)
    if router.isChildMissing { commits.awaitChild(pending, since: desk.newLane) }
    pending.lanes = router.takeLanes()
    pending.problem = router.problem
    pending.isRouteCertain = commits.isQueueEmpty && !current.isDraining
    deliver(pending) { lane in
      guard isFollowUp else { return nil }
      if lane.options.order == .asReady {
        return lane.waiting.prefix { $0.standing.isFollowUp }.count
      }
      return lane.followUpCount
    }
  }

  /// Hands the encoded action to the lanes that the router found.
  func deliver(_ pending: AnyPendingAction, at index: (AnyLane) -> Int?) {
    var next = 0
    pending.lanes.forEach { lane in
      var action = HostedAction(bytes: router.encodedActions[next])
      if let origin = pending.hostOrigin, origin.lane == lane.id { action.origin = origin.origin }
      next += 1
      pending.byteCount += action.bytes.count
      commits.add(bytes: action.bytes.count)
      let index = index(lane)
      let slot = index.map { $0 + lane.committedSlotCount }
      if pending.trace != nil || !lane.traces.isEmpty { lane.noteTrace(pending.trace, at: slot) }
      lane.note(pending, at: index)
      if let slot {
        lane.handle(.accept(action, at: slot))
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
          aftermath.freed.append(continuation)
          return
        }
        let pending = PendingAction(
          action: action, origin: owner, tracker: ActionTracker(parent: tracker),
          sender: continuation)
        pending.trace = trace.take()
        admit(pending)
      }
    }
    if isLate { LateSend.report(action, location) }
  }
}
