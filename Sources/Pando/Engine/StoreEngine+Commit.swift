import DequeModule
import PandoHosting

extension StoreEngine {
  /// Commits for as long as something can, and tells the workers.
  func drain() {
    guard !current.isDraining else { return }
    current.isDraining = true
    repeat { commitAvailable() } while flushLinks()
    current.isDraining = false
    let count = commits.acceptedCount
    // They are kept from one action of a run to the next.
    if !pass.lanes.isEmpty { pass.lanes = LaneList() }
    if !current.lanes.isEmpty { current.lanes = LaneList() }
    // It holds lanes, and so what states they have, until another begins.
    if let openRun, openRun.isEmpty { self.openRun = nil }
    // An object in such a state may have sent as it went.
    if commits.acceptedCount != count { drain() }
  }

  /// Commits for as long as something can.
  func commitAvailable() {
    let isDraining = current.isDraining
    current.isDraining = true
    while !isStopped, !current.givesWay, commitNext() {}
    current.isDraining = isDraining
  }

  private func commitNext() -> Bool {
    if !commits.isQueueEmpty, commitHead() { return true }
    return commits.hasReadyLanes && commitReady()
  }

  /// A decision about the action that is next to commit, its lanes' answers included.
  enum Judgement {
    /// It has to wait for a worker.
    case waits
    case commits
    /// The sender has gone.
    case isDropped
    /// No worker can reduce it.
    case fails(HostedFailureReason)
    /// It commits when its lanes are ready.
    case movesBeside
  }

  // MARK: - In the order of acceptance

  /// Returns false when the head has to wait for a worker.
  private func commitHead() -> Bool {
    var head = commits.head
    if head.isRun {
      if let hasCommitted = commitFirst(ofRun: head) { return hasCommitted }
      splitRun(atHead: head)
      head = commits.head
    }
    if mayHost, head.origin?.isEnded != true { correctRoute(typed(head)) }
    switch judge(head) {
    case .waits:
      return false
    case .movesBeside:
      countFollowUp(head, -1)
      commits.moveHeadBeside()
      head.lanes.forEach(relist)
    case .isDropped:
      popHead(head)
      drop(typed(head))
    case .fails(let reason):
      popHead(head)
      inTrace(of: typed(head)) { fail(typed(head), reason) }
    case .commits:
      popHead(head)
      reduce(typed(head))
    }
    return true
  }

  private func popHead(_ head: AnyPendingAction) {
    countFollowUp(head, -1)
    commits.popHead()
  }

  /// Has the lanes that an action is for count it among the follow-ups in the buffer, if it is one, or no longer.
  func countFollowUp(_ pending: AnyPendingAction, _ change: Int) {
    guard pending.standing.isFollowUp else { return }
    pending.lanes.forEach { $0.followUpCount += change }
  }

  /// Asks the state whom the head is for, now that everything before it has committed.
  private func correctRoute(_ head: PendingAction<Action>) {
    if head.isRouteCertain { return }
    // Nothing but what commits out of order commits before the head, so that it is asked once, however
    // long it waits.
    head.isRouteCertain = true
    let isForThem = router.finds(head.lanes) { root.route(state, head.action, tree, router) }
    head.problem = router.problem
    if isForThem { return }
    countFollowUp(head, -1)
    withdraw(head)
    redirect(head)
    countFollowUp(head, 1)
  }

  /// Hands an action to the lanes that it is for, ahead of what was sent to them later, and behind what
  /// waits there since before.
  private func redirect(_ pending: PendingAction<Action>) {
    router.begin()
    root.route(state, pending.action, tree, router)
    pending.lanes = router.takeLanes()
    pending.problem = router.problem
    deliver(pending) { lane in
      lane.options.order == .asSent
        ? 0
        : lane.waiting.prefix {
          $0.standing.isFollowUp || $0.standing.isRedirected
            || (!pending.standing.isFollowUp && $0.number < pending.number)
        }.count
    }
    commits.redirectHead()
  }

  /// Takes an action out of the lanes that it was for; it is the first of each that is still there.
  func withdraw(_ pending: AnyPendingAction) {
    pending.lanes.forEach { $0.withdraw(pending) }
  }

  func judge(_ pending: AnyPendingAction) -> Judgement {
    switch answer(to: pending) {
    case .waits: return .waits
    case .isDropped: return .isDropped
    case .fails(let failure): return .fails(reason(of: failure, pending))
    case .movesBeside: return .movesBeside
    case .goesOnInProcess:
      pending.lanes.forEach { lane in
        if lane.readiness(for: pending) == .isCondemned(fallsBack: true) { desk.giveUp(lane) }
      }
      return judge(pending)
    case .answered:
      if pending.lanes.isEmpty { return .commits }
      if isDroppedByHost(pending) || isOriginGone(typed(pending)) { return .isDropped }
      return prepare(pending.lanes) ? .commits : .waits
    }
  }

  /// Returns what the machine decides about an action from what is known of it and of its lanes.
  private func answer(to pending: AnyPendingAction) -> CommitJudgement {
    var question = CommitQuestion(
      isSenderGone: pending.origin?.isEnded == true,
      failure: pending.problem != nil
        ? .unhosted : pending.effectDeaths > 0 ? .effectsCrashed : nil,
      isToMoveBeside: !pending.isBeside && pending.lanes.isAsReady)
    if !question.isDecided {
      pending.lanes.forEach { question.add($0.readiness(for: pending)) }
    }
    return question.answer
  }

  private func reason(
    of failure: CommitFailure, _ pending: AnyPendingAction
  ) -> HostedFailureReason {
    switch failure {
    case .unhosted: return .unhosted(pending.problem?.reason ?? "")
    case .effectsCrashed: return .effectsCrashed(deaths: Int(pending.effectDeaths))
    case .isCondemned:
      var condemned: AnyLane?
      pending.lanes.forEach { lane in
        if lane.readiness(for: pending) == .isCondemned(fallsBack: false) { condemned = lane }
      }
      guard let condemned else { preconditionFailure("a lane has condemned the action") }
      return HostedFailureReason(condemned.machine.headRecord, refusal: condemned.refusal)
    }
  }

  // MARK: - Who sent it has gone

  private func isDroppedByHost(_ pending: AnyPendingAction) -> Bool {
    guard let origin = pending.hostOrigin, let lane = desk.lanes[origin.lane] else { return false }
    return lane.machine.headResult?.isDropped == true && pending.lanes.contains(lane)
  }

  /// Returns whether the child inside a hosted feature that an action is from has gone. A worker
  /// knows, where one has the feature.
  private func isOriginGone(_ pending: PendingAction<Action>) -> Bool {
    guard let origin = pending.hostOrigin, origin.origin != .feature,
      let lane = desk.lanes[origin.lane], lane.isInProcess
    else { return false }
    return !router.isLiving(origin) { root.route(state, pending.action, tree, router) }
  }

  /// Takes out an action that does not commit.
  func drop(_ pending: PendingAction<Action>) {
    pending.lanes.forEach { lane in
      if lane.isAccepting, lane.isFirst(pending), lane.machine.headResult?.isDropped == true {
        lane.dropHead()
        lane.forget(pending)
        desk.outboxes.mark(lane)
      } else {
        lane.withdraw(pending)
      }
    }
    settle(pending)
  }

  // MARK: - Reducing

  /// Decodes what the workers answered. A worker whose answer does not fit is given up.
  private func prepare(_ lanes: LaneList) -> Bool {
    if lanes.allSatisfy(prepare) { return true }
    lanes.forEach {
      $0.unprepareHead()
      $0.tellRestoredBase()
    }
    return false
  }

  /// Decodes what the worker of one lane answered.
  func prepare(_ lane: AnyLane) -> Bool {
    do {
      try lane.prepareHead()
      // Not where it has the worker reduce the action again.
      return lane.isInProcess || lane.machine.isHeadReady
    } catch {
      lane.unprepareHead()
      // The base is not the one that the worker made it from, byte by byte.
      lane.machine.withdrawAnswer()
      desk.noteMisfit(lane, error)
      return false
    }
  }

  func reduceAndFollow(_ pending: PendingAction<Action>) {
    pending.lanes.forEach { $0.forget(pending) }
    pass.lanes = pending.lanes
    current.lanes = pending.lanes
    current.isFollowing = true
    if pending.link.depth > 0 { current.link = pending.link }
    defer { endFollowing() }
    if watch.isWatching { tellReducing() }
    let start = beginTiming(pending.lanes)
    var effect = reduceTree(pending.action)
    if let trace = current.trace { effect = traced(effect, trace) }
    pass.lanes = LaneList()
    version &+= 1
    if watch.isWatching { tellHooks(pending) }
    follow(effect, pending.tracker)
    pending.lanes.forEach {
      if !$0.hasCommittedHead { $0.leaveSlot() }
      desk.noteCommit(of: $0)
    }
    reconcileLanes()
    settle(pending)
    if let start { endTiming(start, pending.lanes) }
  }

  /// Nothing of the action that has committed is under way any more, nor of its lanes.
  func endFollowing() {
    current.isFollowing = false
    current.lanes = LaneList()
    if current.link.depth > 0 { current.link = ChainLink() }
  }

  /// Lets the lanes that are watched see what the commit made of their state.
  func reconcileLanes() {
    if tree.isWatched { root.reconcile(state, tree) }
  }

  private func tellHooks(_ pending: PendingAction<Action>) {
    noteReduced(pending.action, isFollowUp: pending.standing.isFollowUp)
    guard watch.hasHooks else { return }
    hooks.committed?(&state.pointee, pending.action, pending.standing.isFollowUp)
    hooks.applied?(&state.pointee, CommittedAction(pending))
  }

  /// Tells those who wait for the commit, and looks at what waited behind it in each of its lanes.
  func settle(_ pending: AnyPendingAction) {
    pending.lanes.forEach(relist)
    commits.remove(bytes: pending.byteCount)
    pending.tracker?.release(&aftermath.freed)
    if let sender = pending.sender { aftermath.freed.append(sender) }
    if let emit = pending.emit {
      // It goes on once observers have been told of its action.
      if observation?.isQuiet ?? true, !aftermath.isTelling, aftermath.gate == nil {
        desk.settle(emit)
      } else {
        aftermath.settled.append(emit)
      }
    }
    if pending.trace != nil { endTrace(of: pending) }
  }
}
