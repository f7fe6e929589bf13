import PandoHosting

// The effects that run on workers, and those that ended with one.
extension LaneDesk {
  /// So many effects of an action wait for its commit on a lane's worker.
  func add(_ effects: RemoteEffects, for key: RemoteKey) {
    effects.tracker.retain(effects.remaining)
    effects.tracker.remoteEffects.append(key)
    remoteEffects.add(effects, for: key)
    lanes[key.lane]?.runningSequences.insert(key.sequence)
  }

  /// So many effects of an action have ended on a worker, or with it. Returns whether it had any.
  @discardableResult
  func finish(_ key: RemoteKey, count: Int) -> Bool {
    guard let ended = remoteEffects.end(key, count: count) else { return false }
    if ended.count > 0 { ended.effects.tracker.release(ended.count, &aftermath.freed) }
    if ended.isLast, let lane = lanes[key.lane] {
      lane.runningSequences.remove(key.sequence)
      if lane.isToMove, lane.runningSequences.isEmpty { movingLanes.append(lane) }
    }
    return ended.count > 0
  }

  /// Has a worker cancel the effects of an action.
  func cancel(_ key: RemoteKey) {
    guard let lane = lanes[key.lane], lane.machine.phase == .open else { return }
    submit(.cancel(key.lane, .sequence(key.sequence)), lane)
  }

  /// The number of effects of a lane that its worker runs.
  func effectCount(of lane: AnyLane) -> Int {
    lane.runningSequences.reduce(0) { count, sequence in
      count + (remoteEffects[RemoteKey(lane: lane.id, sequence: sequence)]?.remaining ?? 0)
    }
  }

  // MARK: - Losses

  /// Forgets what only the worker had.
  func prepareLoss(of lane: AnyLane) {
    if let lost = loseEffects(of: lane) {
      if lane.isToldOfLoss {
        // Who waits for the effects waits for what the feature starts in their place.
        lane.hasLostEffects = true
        let loss =
          losing?.loss(of: lane.id)
          ?? HostedLoss(worker: lane.link?.name ?? "", cause: .left, blame: .innocent)
        let embedding = lost.embedding
        lane.noteInterruption(
          lane.isToldOfLostEffects
            ? { [unowned lane] in lane.interruption(loss).map(embedding) } : nil,
          trackers: lost.trackers)
      } else {
        for tracker in lost.trackers { tracker.release(&aftermath.freed) }
      }
    }
    lane.forgetWorker()
  }

  /// Takes out the effects of a lane. Returns how their actions were embedded, and the actions that started them, each with
  /// one piece of work that is not done; nil where there are none.
  func loseEffects(
    of lane: AnyLane
  ) -> (embedding: @Sendable (any Sendable) -> any Sendable, trackers: [ActionTracker])? {
    var lost: (embedding: @Sendable (any Sendable) -> any Sendable, trackers: [ActionTracker])?
    for sequence in lane.runningSequences {
      let key = RemoteKey(lane: lane.id, sequence: sequence)
      guard let effects = remoteEffects.remove(key) else { continue }
      if effects.remaining > 1 { effects.tracker.release(effects.remaining - 1, &aftermath.freed) }
      lost = (effects.embedding, (lost?.trackers ?? []) + [effects.tracker])
    }
    if !lane.runningSequences.isEmpty { lane.runningSequences.removeAll() }
    if !lane.answersToCome.isEmpty { lane.answersToCome.removeAll() }
    return lost
  }

  /// Tells the feature that its effects ended with their worker; later, where it starts them again and
  /// workers end of them. One that no worker has, and none will, is told now.
  func interrupt(_ lane: AnyLane) {
    guard lane.hasLostEffects, losing == nil else { return }
    if lane.outbox == nil { return tellInterrupted(lane) }
    if let directive = interruptions.due(lane.id) { carryOut(directive) }
  }

  /// Time has passed for those who wait to be told.
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

  /// - Parameter deaths: The number of workers that ended with the effects that the action starts again, where
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
    guard let makeAction else { return owner.mountAgain(lane, lost, deaths: deaths) }
    let tracker = ActionTracker(parent: nil)
    for other in lost { tracker.inherit(workOf: other, isReplacement: true) }
    // What mounts comes behind it.
    defer { if lane.mounts { owner.mountAgain(lane, [], deaths: deaths) } }
    guard let action = makeAction() else { return tracker.release(&aftermath.freed) }
    owner.append(interruption: action, of: lane, tracker, deaths: deaths)
  }
}
