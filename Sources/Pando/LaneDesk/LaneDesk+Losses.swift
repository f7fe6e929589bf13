import DequeModule
import PandoHosting

/// The lanes of a lost worker that had nothing to do: their number, and the first that are named.
struct RestingLanes {
  private(set) var count = 0
  private(set) var named: [AnyLane] = []

  mutating func add(_ lane: AnyLane) {
    if count < HostingLoss.lanesAtMost { named.append(lane) }
    count += 1
  }
}

// Workers that go, and what becomes of the lanes that they had.
extension LaneDesk {
  /// A worker has gone, with all that it ran.
  ///
  /// - Parameter now: The time in milliseconds; nil where nobody keeps it: then features are told of lost effects at once,
  ///   however often that is.
  /// - Returns: The children that it had, and their actions that it was reducing.
  func lost(
    _ link: any HostingLink, _ end: LinkEnd, reason: String, nowMilliseconds now: Int?
  ) -> HostingLoss {
    let outbox = outboxes.remove(link)
    let worker = LosingWorker(link.name, end, reason: reason, outbox, lanes)
    let problem = "\(worker.name) was lost: \(worker.reason)"
    let (busy, resting) = loseResting(
      with: outbox, .lost(worker.guilty == nil ? worker.end : .left), problem)
    let reducing = outbox?.effectHang == nil ? busy.filter { $0.machine.owesAnswer } : []
    let loss = describeLoss(of: busy, resting, reducing: reducing, by: worker)
    for lane in busy {
      lane.noteLoss(problem + worker.blame(of: lane.id), isBlamed: worker.blames(lane.id))
    }
    if let now { noteInterruptions(worker, of: busy, reducing: reducing, now: now) }
    let isAlone =
      (link.hasOneLane || backend?.sharesWorkers != true) && reducing.count <= 1
    let event: LaneEvent = isAlone ? .lost(worker.end) : .lostAmongOthers(worker.end)
    losing = worker
    for lane in busy { lose(lane, worker.event(for: lane.id, otherwise: event)) }
    losing = nil
    for lane in busy where lane.hasLostEffects && lane.outbox != nil { interrupt(lane) }
    return loss
  }

  /// Notes of which effects it is known, or suspected, that the worker ended by them.
  private func noteInterruptions(
    _ worker: LosingWorker, of busy: [AnyLane], reducing: [AnyLane], now: Int
  ) {
    for lane in worker.guiltyEffects { interruptions.blamed(lane, now: now) }
    // An action on trial is why, more likely than the effects beside it.
    guard worker.suspectsEffects, !reducing.contains(where: { $0.machine.isOnTrial }) else {
      return
    }
    let suspects = busy.filter { !$0.runningSequences.isEmpty && $0.isToldOfLoss }
    interruptions.lost(suspects.map(\.id), isKill: worker.end == .killed, now: now)
  }

  /// Takes their worker from the lanes that will rest, and returns the others that it had, in the order in which they
  /// were made, and which of them rest. O(lanes of the store).
  ///
  /// Each of those that rest is met once: of many lanes none is in a cache.
  private func loseResting(
    with outbox: LinkOutbox?, _ event: LaneEvent, _ problem: String
  ) -> (busy: [AnyLane], resting: RestingLanes) {
    guard let outbox else { return ([], RestingLanes()) }
    var (busy, resting): ([AnyLane], RestingLanes) = ([], RestingLanes())
    for lane in lanes.values where lane.isSaid(by: outbox) {
      guard lane.isIdle else {
        busy.append(lane)
        continue
      }
      resting.add(lane)
      lane.noteLoss(problem)
      lose(lane, event)
    }
    busy.sort { $0.id.rawValue < $1.id.rawValue }
    return (busy, resting)
  }

  /// The worker of a lane has gone, in the way that the event says.
  func lose(_ lane: AnyLane, _ event: LaneEvent) {
    prepareLoss(of: lane)
    lane.handle(event)
    owner.relist(lane)
    guard lane.machine.isResting else { return }
    lane.outbox = nil
    endTrial(of: lane)
    // The feature is told of the effects that it lost once it has another worker.
    if lane.hasLostEffects { lane.handle(.woken) }
  }

  // MARK: - Lanes that no worker hosts

  /// No worker hosts a lane that asked for one, and none will soon.
  func noteUnhostable(_ lane: AnyLane, reason: String) {
    guard lane.machine.phase == .unplaced else { return }
    lane.refusal = reason
    tellGivenUp(lane, reason)
    prepareLoss(of: lane)
    lane.handle(.unhostable)
    noteUnhostable(lane)
    owner.relist(lane)
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
    owner.relist(lane)
  }

  /// A feature goes on in this process, as its policy wants.
  func giveUp(_ lane: AnyLane) {
    let feature = lane.feature.descriptor.name
    let reason = lane.refusal ?? "\(HostedFailureReason(lane.machine.headRecord, refusal: nil))"
    aftermath.report { [location = lane.options.location] in
      location.report(
        """
        Workers cannot host \(feature): \(reason.cut(toBytes: ValueWords.bytesAtMost))

        From now on, for as long as this child lives, its actions are reduced in this process, and its \
        effects run here: that is its policy, "onCrash: .inProcess".
        """)
    }
    tellGivenUp(lane, reason)
    lane.isInProcess = true
    if lane.outbox != nil {
      // What its committed actions print is printed where they were reduced, as where a lane moves.
      if lane.runningSequences.isEmpty { lane.handle(.flush) }
      leaveWorker(lane)
    }
    lose(lane, .lost(.left))
    // One that waits for a place has nothing to lose.
    endTrial(of: lane)
    lane.outbox = nil
    backend?.ended(lane.id)
    interrupt(lane)
    for pending in lane.waiting where pending.isBeside { owner.moveInside(pending) }
    lane.waiting.removeAll()
  }
}
