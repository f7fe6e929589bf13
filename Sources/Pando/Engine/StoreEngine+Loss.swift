package import PandoHosting

/// Effects that ended with the worker that ran them.
struct LostEffects<Action> {
  /// Makes the store's action of one of the feature.
  let embed: @Sendable (any Sendable) -> Action
  /// The actions that started them, each with one piece of work that is not done.
  let trackers: [ActionTracker]
}

/// The lanes of a lost worker that had nothing to do: their number, and the first that are named.
struct RestingLanes {
  private(set) var count = 0
  private(set) var named: [AnyLane] = []

  mutating func add(_ lane: AnyLane) {
    if count < HostingLoss.lanesAtMost { named.append(lane) }
    count += 1
  }
}

extension StoreEngine {
  @discardableResult
  package func lost(
    _ link: any HostingLink, _ end: LinkEnd, reason: String, nowMilliseconds now: Int?
  ) -> HostingLoss {
    commit {
      let outbox = outboxes.remove(link)
      let (end, reason) = outbox?.effectHang.map { (LinkEnd.hung, $0) } ?? (end, reason)
      let guilty = guilty(of: end, outbox)
      let worker = LosingWorker(name: link.name, end: end, guilty: guilty)
      let problem = "\(link.name) was lost: \(reason)"
      let (busy, resting) = loseResting(with: outbox, .lost(guilty == nil ? end : .left), problem)
      let reducing = outbox?.effectHang == nil ? busy.filter { $0.machine.owesAnswer } : []
      let loss = describeLoss(of: busy, resting, reducing: reducing, by: worker, link, reason)
      for lane in busy {
        lane.noteLoss(problem + worker.blame(of: lane.id), isBlamed: worker.blames(lane.id))
      }
      if let now { noteInterruptions(worker, of: busy, reducing: reducing, now: now) }
      let isAlone = backend?.sharesWorkers != true && reducing.count <= 1
      let event: LaneEvent = isAlone ? .lost(end) : .lostAmongOthers(end)
      for (lane, notice) in outbox?.effectHangs ?? [:] {
        // It counts as `closed` does.
        if lanes[lane]?.machine.phase == .closing {
          watchers.hooks.cancelled?(notice.cancelledCount)
        }
      }
      losing = worker
      for lane in busy { lose(lane, worker.event(for: lane.id, otherwise: event)) }
      losing = nil
      for lane in busy where lane.hasLostEffects && lane.outbox != nil { interrupt(lane) }
      return loss
    }
  }

  /// Returns by whom a worker ended; nil where all that it ran are suspects. What it says is believed where the lane that
  /// it accuses had that to run there: else a worker could keep what ends it from being found.
  private func guilty(of end: LinkEnd, _ outbox: LinkOutbox?) -> LosingWorker.Guilty? {
    guard let outbox else { return nil }
    if let lane = outbox.hangingLane, isAtWork(lane, outbox) { return .hanging(lane) }
    if outbox.effectHang != nil {
      // Those of lanes that have left are known to be why, too.
      let certain = outbox.certainHangs
      if certain.isEmpty { return .someEffect }
      return .hangingEffects(
        certain.filter { runsEffects($0.key, outbox) }.mapValues(\.effect.printable))
    }
    switch end {
    case .refused: return outbox.misfitLane.map { .misfit($0) }
    case .crashed(let culprit): return isAtWork(culprit, outbox) ? .culprit(culprit) : nil
    case .left: return .nobody
    case .died, .killed, .hung, .overran: return nil
    }
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

  private func isAtWork(_ culprit: Culprit, _ outbox: LinkOutbox) -> Bool {
    switch culprit {
    case .action(let lane, let epoch, let sequence?):
      mayRun(lane, outbox) { $0.machine.owesAnswer(epoch, sequence) }
    case .action(let lane, _, nil): isAtWork(lane, outbox)
    case .effect(let lane, _): runsEffects(lane, outbox)
    }
  }

  /// Returns whether a worker that is lost had something to reduce for a lane.
  private func isAtWork(_ lane: LaneID, _ outbox: LinkOutbox) -> Bool {
    mayRun(lane, outbox) { $0.machine.owesAnswer }
  }

  /// Returns whether a worker that is lost had effects of a lane to run.
  private func runsEffects(_ lane: LaneID, _ outbox: LinkOutbox) -> Bool {
    mayRun(lane, outbox) { !$0.runningSequences.isEmpty }
  }

  /// Returns whether a worker that is lost has a lane of which a condition holds, or whose child has gone: it may still be
  /// at an action, or an effect, of that.
  private func mayRun(
    _ id: LaneID, _ outbox: LinkOutbox, _ condition: (AnyLane) -> Bool
  ) -> Bool {
    guard let lane = lanes[id], lane.isSaid(by: outbox) else { return false }
    return lane.machine.phase == .closing || condition(lane)
  }

  /// The worker of a lane has gone, in the way that the event says.
  func lose(_ lane: AnyLane, _ event: LaneEvent) {
    prepareLoss(of: lane)
    lane.handle(event)
    relist(lane)
    guard lane.machine.isResting else { return }
    lane.outbox = nil
    endTrial(of: lane)
    // The feature is told of the effects that it lost once it has another worker.
    if lane.hasLostEffects { lane.handle(.woken) }
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

  /// Forgets what only the worker had.
  func prepareLoss(of lane: AnyLane) {
    if let lost = loseRemoteEffects(of: lane) {
      if lane.isToldOfLoss {
        // Who waits for the effects waits for what the feature starts in their place.
        lane.hasLostEffects = true
        let loss =
          losing?.loss(of: lane.id)
          ?? HostedLoss(worker: lane.link?.name ?? "", cause: .left, blame: .innocent)
        lane.noteInterruption(
          lane.isToldOfLostEffects
            ? { [unowned lane] in lane.interruption(loss).map(lost.embed) } : nil,
          trackers: lost.trackers)
      } else {
        for tracker in lost.trackers { tracker.release(&aftermath.freed) }
      }
    }
    lane.forgetWorker()
  }

  /// Tells the feature that its effects ended with their worker; later, where it starts them again and
  /// workers end of them. One that no worker has, and none will, is told now.
  func interrupt(_ lane: AnyLane) {
    guard lane.hasLostEffects, losing == nil else { return }
    if lane.outbox == nil { return tellInterrupted(lane) }
    if let directive = interruptions.due(lane.id) { carryOut(directive) }
  }

  /// Tells features that had to wait.
  func tellInterrupted(nowMilliseconds now: Int) {
    if interruptions.isIdle { return }
    for directive in interruptions.tick(now: now) { carryOut(directive) }
  }

  private func carryOut(_ directive: InterruptionMachine.Directive) {
    switch directive {
    case .tell(let lane):
      if let lane = lanes[lane] { tellInterrupted(lane) }
    case .fail(let lane, let deaths):
      if let lane = lanes[lane] { tellInterrupted(lane, deaths: deaths) }
    }
  }

  /// - Parameter deaths: How many workers ended with the effects that the action starts again, where
  ///   that is too many for it to be reduced.
  private func tellInterrupted(_ lane: AnyLane, deaths: Int = 0) {
    guard lane.hasLostEffects else { return }
    lane.hasLostEffects = false
    var (makeAction, lost) = lane.takeInterruption()
    // The child of a lane that closes has gone, and its place in the tree with it: there is nobody to tell. Nor does
    // anybody want anything in the place of effects that were cancelled.
    let isGone = !lane.isAccepting
    for tracker in lost where isGone || tracker.isCancelled { tracker.release(&aftermath.freed) }
    lost.removeAll { isGone || $0.isCancelled }
    if lost.isEmpty { return }
    guard let makeAction else { return mountAgain(lane, lost, deaths: deaths) }
    let tracker = ActionTracker(parent: nil)
    for other in lost { tracker.inherit(workOf: other, isReplacement: true) }
    // What mounts comes behind it.
    defer { if lane.mounts { mountAgain(lane, [], deaths: deaths) } }
    guard let action = makeAction() as? Action else {
      return tracker.release(&aftermath.freed)
    }
    let pending = PendingAction(action: action, origin: lane.incarnation, tracker: tracker)
    pending.effectDeaths = UInt8(clamping: deaths)
    pending.trace = tracing?.beginOutside(action)
    append(pending)
  }

  // MARK: - Trials

  /// Has a lane's suspect reduced alone: one lane of the store is on trial at a time.
  func requestTrial(of lane: AnyLane) {
    if trials.request(lane.id) { beginTrial(of: lane) }
  }

  private func beginTrial(of lane: AnyLane) {
    tellQuarantined(lane)
    place(lane, in: .quarantine)
  }

  /// A lane is not, or need not be, on trial any more.
  func endTrial(of lane: AnyLane) {
    if trials.lane == nil { return }
    // What all others wait for comes first.
    let head = commits.isQueueEmpty ? nil : commits.head
    let next = trials.end(lane.id) { [lanes] id in
      lanes[id].map { head?.lanes.contains($0) == true } ?? false
    }
    if let next, let lane = lanes[next] { beginTrial(of: lane) }
  }
}
