import PandoHosting

extension StoreEngine {
  /// Commits from the head for as long as the head is ready, and tells the workers.
  func drain() {
    guard !isCommitting else { return }
    isCommitting = true
    repeat {
      while !buffer.isEmpty, !isStopped, commitHead() {}
    } while flushLinks()
    isCommitting = false
  }

  /// Returns false when the head has to wait for a worker.
  private func commitHead() -> Bool {
    let head = buffer.head
    if let origin = head.origin, origin.isEnded {
      dropHead()
      return true
    }
    if mayHost {
      correctRoute(typed(head))
      if !head.lanes.isEmpty {
        guard head.lanes.allSatisfy({ $0.machine.isHeadReady || $0.isGivenUp }) else {
          return false
        }
        if isDroppedByHost(head) || isOriginGone(typed(head)) {
          dropHead()
          return true
        }
        guard prepare(head.lanes) else { return false }
      }
    }
    _ = buffer.popHead()
    reduce(typed(head))
    return true
  }

  /// Asks the state whom the head is for, now that everything before it has committed.
  private func correctRoute(_ head: PendingAction<Action>) {
    if head.isRouteCertain { return }
    // Nothing commits before the head, so that it is asked once, however long it waits.
    head.isRouteCertain = true
    if router.finds(head.lanes, { root.route(state, head.action, tree, router) }) { return }
    redirect(head)
  }

  private func redirect(_ head: PendingAction<Action>) {
    withdraw(head.lanes)
    router.begin()
    root.route(state, head.action, tree, router)
    head.lanes = router.lanes
    deliver(head) { _ in 0 }
  }

  private func withdraw(_ lanes: LaneList) {
    lanes.forEach { lane in
      if lane.isAccepting { lane.handle(.withdrawHead) }
    }
  }

  private func isDroppedByHost(_ pending: AnyPendingAction) -> Bool {
    guard let origin = pending.hostOrigin, let lane = lanes[origin.lane] else { return false }
    return lane.machine.headResult?.isDropped == true && pending.lanes.contains(lane)
  }

  /// Whether the child inside a hosted feature that an action is from has gone. A worker knows, where one
  /// has the feature.
  private func isOriginGone(_ pending: PendingAction<Action>) -> Bool {
    guard let origin = pending.hostOrigin, origin.origin != .feature,
      let lane = lanes[origin.lane], lane.isGivenUp
    else { return false }
    return !router.isLiving(origin) { root.route(state, pending.action, tree, router) }
  }

  /// Decodes what the workers answered. A worker whose answer does not fit is given up.
  private func prepare(_ lanes: LaneList) -> Bool {
    var isReady = true
    lanes.forEach { lane in
      guard isReady else { return }
      do {
        try lane.prepareHead()
        // Not where it has the worker reduce the action again.
        isReady = lane.isGivenUp || lane.machine.isHeadReady
      } catch {
        isReady = false
        lane.unprepareHead()
        let feature = lane.feature.descriptor.name
        lane.link?.refuse(reason: "its answer to an action of \(feature) does not fit: \(error)")
      }
    }
    if !isReady { lanes.forEach { $0.unprepareHead() } }
    return isReady
  }

  /// Takes the head out without committing it: who sent it has gone.
  private func dropHead() {
    let pending = buffer.popHead()
    pending.lanes.forEach { lane in
      guard lane.isAccepting else { return }
      if lane.machine.headResult?.isDropped == true {
        lane.dropHead()
        mark(lane)
      } else {
        lane.handle(.withdrawHead)
      }
    }
    settle(pending)
  }

  private func reduce(_ pending: PendingAction<Action>) {
    pass.lanes = pending.lanes
    committingLanes = pending.lanes
    defer { committingLanes = LaneList() }
    if isWatched { hooks.reducing?() }
    let effect = reduceTree(pending.action)
    pass.lanes = LaneList()
    version &+= 1
    if isWatched { tellHooks(pending) }
    follow(effect, pending.tracker)
    pending.lanes.forEach {
      $0.outbox?.commitCount += 1
      mark($0)
    }
    if watchedLaneCount > 0 || !pending.lanes.allSatisfy({ !$0.awaitsSettling }) {
      root.settle(state, tree)
    }
    settle(pending)
  }

  private func tellHooks(_ pending: PendingAction<Action>) {
    hooks.committed?(&state.pointee, pending.action, pending.isFamily)
    hooks.applied?(&state.pointee, pending)
  }

  /// Tells those who wait for the commit.
  private func settle(_ pending: AnyPendingAction) {
    pending.tracker?.release(&freed)
    if let sender = pending.sender { freed.append(sender) }
    if let (lane, number) = pending.emit { settle(lane, number) }
  }

  /// The worker's effect that sent its action number `number` need not wait any longer.
  func settle(_ lane: AnyLane, _ number: UInt64) {
    lane.settled = number
    lane.settledIsDue = true
    mark(lane)
  }
}
