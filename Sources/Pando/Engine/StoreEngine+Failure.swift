import DequeModule
package import PandoHosting

extension StoreEngine {
  /// Commits an action without effect, as no worker can reduce it: no reducer sees it, and hosted
  /// features recover by their policies.
  ///
  /// What a policy sends may fail in its turn. It is not answered again, without end; the parents are
  /// told by it all the same.
  func fail(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    let report = makeReport(pending, reason)
    tellFailed(pending, reason)
    pending.trace?.outcome = .failed(reason)
    failureCount += 1
    withdraw(pending)
    // Its lanes have committed nothing of it.
    pending.lanes.forEach { $0.head = .hasLeft }
    current.lanes = pending.lanes
    current.isFollowing = true
    current.link = pending.link
    defer { endFollowing() }
    pass.lanes = pending.lanes
    pass.failure = reason
    var effect: Effect<Action>
    if pending.isFailureNotice {
      pass.lanes = LaneList()
      effect = reduceTree(pending.action)
    } else {
      effect = changeState { root.recover(state, pending.action, pass) }
    }
    if let trace = current.trace { effect = traced(effect, trace) }
    pass.failure = nil
    pass.lanes = LaneList()
    version &+= 1
    noteFailed(pending, reason)
    watchers.hooks.failed?(&state.pointee, pending.action, reason)
    watchers.hooks.appliedFailure?(&state.pointee, CommittedAction(pending))
    current.isTellingOfFailure = true
    follow(effect, pending.tracker)
    current.isTellingOfFailure = false
    reconcileLanes()
    settle(pending)
    self.report(report)
  }

  /// Says what failed, and leaves a file that replays it where the program wants one.
  private func makeReport(
    _ pending: PendingAction<Action>, _ reason: HostedFailureReason
  ) -> () -> Void {
    var (children, place): ([LaneCard], OperatorLocation?) = ([], pending.problem?.location)
    var records: [HostedFailureRecord] = []
    let folder = dependencies.hosting.failureFolder
    pending.lanes.forEach { lane in
      guard lane.machine.isHeadCondemned else { return }
      children.append(lane.card)
      place = place ?? lane.options.location
      if folder != nil { records.append(HostedFailureRecord(lane, reason)) }
    }
    if let problem = pending.problem {
      children = [problem.child]
    } else if children.isEmpty {
      // What it starts again ended workers, and not its reducers.
      children = self.children(of: pending)
      pending.lanes.forEach { place = place ?? $0.options.location }
    }
    // Names are made beyond the lock: the user describes the identities in them.
    return { [action = pending.action] in
      let files = folder.map { folder in records.map { $0.report.write(to: folder) } } ?? []
      (place ?? .here()).report(
        """
        An action of \(Self.names(of: children)) commits without effect: \
        \("\(reason)".cut(toBytes: ValueWords.bytesAtMost)).

          Action: \(WarningText.action(action))
        \(files.map { "  " + $0 }.joined(separator: "\n"))
        Everything else goes on. "hosted(onCrash:)" says what becomes of the feature; \
        "hosting.failureFolder" keeps such actions in files, to be replayed in a test.
        """)
    }
  }

  private static func names(of children: [LaneCard]) -> String {
    let named = children.prefix(4)
    let more = children.count > named.count ? ", and \(children.count - named.count) more" : ""
    let names = named.map { "\($0.name)" }.joined(separator: ", ")
    return names.cut(toBytes: ValueWords.bytesAtMost) + more
  }

  // MARK: - Lanes that no worker hosts

  package func unhostable(_ lane: LaneID, reason: String) {
    commit {
      guard let lane = lanes[lane], lane.machine.phase == .unplaced else { return }
      lane.refusal = reason
      tellGivenUp(lane, reason)
      prepareLoss(of: lane)
      lane.handle(.unhostable)
      noteUnhostable(lane)
      relist(lane)
    }
  }

  /// No worker is asked for a lane any more, until its child has another state.
  private func noteUnhostable(_ lane: AnyLane) {
    lane.outbox = nil
    endTrial(of: lane)
    interrupt(lane)
  }

  /// A worker is there, and cannot host a lane.
  func refuse(_ lane: AnyLane, _ reason: String) {
    // A child that is going needs no other place.
    guard lane.isAccepting else { return lose(lane, .lost(.left)) }
    lane.refusal = reason
    lane.lastProblem = reason
    if lane.options.fallsBackToProcess {
      // It has forgotten the lane.
      lane.outbox = nil
      return giveUp(lane)
    }
    prepareLoss(of: lane)
    lane.handle(.failed)
    if lane.machine.isUnhostable {
      backend?.ended(lane.id)
      noteUnhostable(lane)
    }
    relist(lane)
  }

  /// A feature goes on in this process, as its policy wants.
  func giveUp(_ lane: AnyLane) {
    let feature = lane.feature.descriptor.name
    let reason = lane.refusal ?? "\(HostedFailureReason(lane.machine.headRecord, refusal: nil))"
    report { [location = lane.options.location] in
      location.report(
        """
        Workers cannot host \(feature): \(reason.cut(toBytes: ValueWords.bytesAtMost))

        From now on, for as long as this child lives, its actions are reduced in this process, and its \
        effects run here: that is its policy, "onCrash: .inProcess".
        """)
    }
    tellGivenUp(lane, reason)
    lane.isInProcess = true
    if let outbox = lane.outbox {
      // What its committed actions print is printed where they were reduced, as where a lane moves.
      if lane.runningSequences.isEmpty { lane.handle(.flush) }
      outbox.leave(lane.id)
      outboxes.mark(outbox)
    }
    lose(lane, .lost(.left))
    // One that waits for a place has nothing to lose.
    endTrial(of: lane)
    lane.outbox = nil
    backend?.ended(lane.id)
    interrupt(lane)
    for pending in lane.waiting where pending.isBeside { moveInside(typed(pending)) }
    lane.waiting.removeAll()
  }
}
