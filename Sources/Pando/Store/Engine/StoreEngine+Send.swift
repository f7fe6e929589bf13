import DequeModule
import PandoHosting

extension StoreEngine {
  /// Accepts an action from anywhere. With nothing before it, a local action has committed when this
  /// returns. Sleeps while the window is full, unless it is called from inside a commit.
  ///
  /// Returns nil when nothing is left to wait for.
  package func send(_ action: Action) -> ActionTracker? {
    if lock.isHeldHere { return accept(action) }
    lock.lock()
    if buffer.isEmpty, !mayHost, !isWatched { return commitAtOnce(action) }
    while buffer.isFull, !isStopped { sleep() }
    let tracker = accept(action)
    finishCommit()
    return tracker
  }

  /// The short way of a local action with nothing before it and nobody watching.
  @inline(__always)
  private func commitAtOnce(_ action: Action) -> ActionTracker? {
    let effect = DependencyValues.areOverridden ? reduceInScope(action) : reduceTree(action)
    version &+= 1
    if effect.isNone, buffer.isEmpty, !tree.hasChildren, observers.isEmpty,
      observation?.isQuiet ?? true
    {
      lock.unlock()
      return nil
    }
    let tracker = ActionTracker(parent: nil)
    scope.commit { follow(effect, tracker) }
    tracker.release(&freed)
    finishCommit()
    return tracker
  }

  @inline(never)
  private func reduceInScope(_ action: Action) -> Effect<Action> {
    // Not the result of a call, whose type, where it is generic, the runtime would have to find.
    var effect = Effect<Action>.none
    scope { effect = reduceTree(action) }
    return effect
  }

  private func sleep() {
    sleepingCount += 1
    lock.wait()
    sleepingCount -= 1
  }

  private func accept(_ action: Action) -> ActionTracker {
    let tracker = ActionTracker(parent: nil)
    append(pendingAction.init(action: action, tracker: tracker))
    return tracker
  }

  /// Accepts an action behind all others.
  func append(_ pending: PendingAction<Action>) {
    if isStopped { return drop(pending) }
    hooks.accepted?(pending.action)
    guideToLanes(pending, at: nil)
    buffer.append(pending)
  }

  /// Accepts an action that a commit gave rise to, ahead of what was sent later.
  func appendToFamily(_ pending: PendingAction<Action>) {
    if isStopped { return drop(pending) }
    hooks.accepted?(pending.action)
    pending.isFamily = true
    guideToLanes(pending, at: buffer.family)
    buffer.appendToFamily(pending)
  }

  /// Dispatches an action to the hosts that it seems to be for.
  private func guideToLanes(
    _ pending: PendingAction<Action>, at family: Slice<Deque<AnyPendingAction>>?
  ) {
    // A reducer that sends has the state in its hands; its action finds its way when it commits.
    guard mayHost, !isReducing else { return }
    router.begin()
    root.route(state, pending.action, tree, router)
    pending.lanes = router.lanes
    pending.isRouteCertain = buffer.isEmpty && !isCommitting
    deliver(pending) { lane in
      guard let family else { return nil }
      return family.count { $0.lanes.contains(lane) }
    }
  }

  /// Hands the encoded action to the lanes that the router found.
  func deliver(_ pending: AnyPendingAction, at index: (AnyLane) -> Int?) {
    var next = 0
    pending.lanes.forEach { lane in
      var action = HostedAction(bytes: router.encodedActions[next])
      if let origin = pending.hostOrigin, origin.lane == lane.id { action.origin = origin.origin }
      next += 1
      if let index = index(lane) {
        lane.handle(.accept(action, at: index))
      } else {
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
  func send(_ action: Action, fromEffect number: UInt64) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      commit {
        guard let (owner, tracker) = effects.sender(number), !owner.isEnded, !isStopped else {
          freed.append(continuation)
          return
        }
        let pending = PendingAction(
          action: action, origin: owner, tracker: ActionTracker(parent: tracker),
          sender: continuation)
        // Inside a commit, or with room, it goes in; else it waits its turn behind other effects.
        if buffer.isFull || !waitingSends.isEmpty {
          waitingSends.append(pending)
        } else {
          append(pending)
        }
      }
    }
  }

  /// Lets in the effects that wait for room, and wakes the threads that do.
  func admitWaitingSends() {
    guard !waitingSends.isEmpty || sleepingCount > 0 else { return }
    while !waitingSends.isEmpty, !buffer.isFull {
      append(typed(waitingSends.removeFirst()))
      drain()
    }
    // Half a window at a time: a thread that is woken for one action sleeps again at once.
    if sleepingCount > 0, buffer.count <= window / 2 { lock.wakeAll() }
  }
}
