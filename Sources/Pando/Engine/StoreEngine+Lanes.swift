package import PandoHosting

extension StoreEngine: LaneDriver {
  package func register(_ lane: AnyLane) {
    lanes[lane.id] = lane
    if let times = backend?.commitTimes {
      lane.figures.commitSampler = ReduceSampler(times.times(of: lane.feature.descriptor.name))
    }
    place(lane)
  }

  package func note(_ event: LaneEvent, _ lane: AnyLane) {
    watchers.hooks.lane?(lane.machine, event)
  }

  package func isCommitting(_ lane: AnyLane) -> Bool {
    current.isFollowing && lane.hasCommittedHead && current.lanes.contains(lane)
  }

  func place(_ lane: AnyLane, in place: LanePlace = .shared) {
    guard let backend, !isStopped, !lane.isInProcess else { return }
    let link = backend.place(lane.id, lane.feature, group: lane.group, in: place)
    if let link { self.place(lane, on: link) }
  }

  func place(_ lane: AnyLane, on link: any HostingLink) {
    guard lane.machine.phase == .unplaced, !lane.isInProcess else { return }
    lane.beginLife(at: outboxes.outbox(of: link))
    lane.handle(.placed)
    cancelUntold(lane)
    interrupt(lane)
  }

  /// Cancels effects that were cancelled before any worker had the lane: those of what the client reduced meanwhile.
  private func cancelUntold(_ lane: AnyLane) {
    guard lane.machine.phase == .open else { return }
    for sequence in lane.runningSequences {
      let effects = remoteEffects[RemoteKey(lane: lane.id, sequence: sequence)]
      if effects?.tracker.isCancelled == true {
        submit(.cancel(lane.id, .sequence(sequence)), lane)
      }
    }
    for id in lane.takeCancels() { submit(.cancel(lane.id, .id(id.bytes)), lane) }
  }

  package func carryOut(_ directive: LaneDirective, _ lane: AnyLane) {
    switch directive {
    case .place(let place):
      lane.outbox = nil
      endTrial(of: lane)
      // One that goes on in this process needs no place, and keeps no trial from others.
      if lane.isInProcess { return }
      if place == .quarantine { requestTrial(of: lane) } else { self.place(lane) }
    case .leave:
      if let outbox = lane.outbox {
        outbox.leave(lane.id)
        outboxes.mark(outbox)
      }
      prepareLoss(of: lane)
      backend?.ended(lane.id)
    case .move:
      if let outbox = lane.outbox {
        outbox.leave(lane.id)
        outboxes.mark(outbox)
      }
      prepareLoss(of: lane)
      lane.outbox = nil
    case .open(let epoch, let next, let snapshot):
      open(lane, epoch, next, snapshot)
    case .reduce(let epoch, let sequence, let action):
      if lane.answersToCome[sequence] != nil { lane.answersToCome[sequence] = epoch }
      dispatch(epoch, sequence, action, lane)
    case .rebase(let epoch, let sequence, let patch):
      submit(.rebase(lane.id, epoch, from: sequence, patch), lane)
    case .commit(let sequence):
      if let outbox = lane.outbox {
        outbox.addCommit(lane.id, through: sequence)
        outboxes.mark(outbox)
      }
    case .cancel(let sequence):
      submit(.cancel(lane.id, .sequence(sequence)), lane)
    case .close:
      endTrial(of: lane)
      submit(.close(lane.id), lane)
    case .ended:
      endTrial(of: lane)
      forget(lane)
    case .refuse(let reason):
      lane.link?.refuse(reason: reason)
    }
  }

  /// An answer of a lane's worker cannot be used. Either the worker is not to be trusted, and is given up; or the
  /// feature's coding cannot read what it writes, which no worker mends: the action counts as refused.
  package func noteMisfit(_ lane: AnyLane, _ error: any Error) {
    guard let outbox = lane.outbox else { return }
    let reason = "its answer to an action of \(lane.feature.descriptor.name) does not fit: \(error)"
    lane.refusal = reason
    if outbox.link.isOwnProcess {
      outbox.leave(lane.id)
      outboxes.mark(outbox)
      lose(lane, .misfit)
    } else {
      outbox.misfitLane = lane.id
      outbox.link.refuse(reason: reason)
    }
  }

  private func open(
    _ lane: AnyLane, _ epoch: Epoch, _ next: SequenceNumber, _ snapshot: [UInt8]
  ) {
    submit(
      .open(
        lane.id, lane.feature.descriptor, epoch, next, snapshot: snapshot,
        isPresented: lane.options.isPresented,
        timeoutMilliseconds: lane.options.timeoutMilliseconds,
        // A host in this process would reduce without the store's lock, while its reducer may call the store.
        selfDispatches: lane.machine.selfDispatches && lane.link?.isOwnProcess != true), lane)
    let limits = lane.options.effectLimits
    if limits != .standard, lane.link?.carriesEffectLimits == true {
      submit(.limit(lane.id, limits), lane)
    }
  }

  package func dispatch(
    _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction, _ lane: AnyLane
  ) {
    if watchers.isWatching { noteDispatch(sequence, lane) }
    if lane.mayBeTraced(sequence) { traceDispatch(epoch, sequence, lane) }
    lane.figures.dispatchedBytes &+= UInt64(truncatingIfNeeded: action.bytes.count)
    lane.withOutbox { outbox in
      outbox.add(lane.id, epoch, sequence, action)
      outboxes.mark(outbox)
    }
  }

  func submit(_ message: ClientMessage, _ lane: AnyLane) {
    guard let outbox = lane.outbox else { return }
    outbox.add(message)
    outboxes.mark(outbox)
  }

  private func forget(_ lane: AnyLane) {
    keepFigures(of: lane)
    lanes[lane.id] = nil
    for tracker in loseRemoteEffects(of: lane)?.trackers ?? [] { tracker.release(&aftermath.freed) }
    interruptions.ended(lane.id)
    for tracker in lane.takeInterruption().trackers { tracker.release(&aftermath.freed) }
    backend?.ended(lane.id)
    lane.outbox = nil
    remoteEffects.ended(lane.id)?.release(&aftermath.freed)
  }

  /// Returns how the effects' actions were embedded, if any effect ran.
  func loseRemoteEffects(of lane: AnyLane) -> LostEffects<Action>? {
    var lost: LostEffects<Action>?
    for sequence in lane.runningSequences {
      let key = RemoteKey(lane: lane.id, sequence: sequence)
      guard let effects = remoteEffects.remove(key) else { continue }
      if effects.remaining > 1 { effects.tracker.release(effects.remaining - 1, &aftermath.freed) }
      lost = LostEffects(embed: effects.embed, trackers: (lost?.trackers ?? []) + [effects.tracker])
    }
    if !lane.runningSequences.isEmpty { lane.runningSequences.removeAll() }
    if !lane.answersToCome.isEmpty { lane.answersToCome.removeAll() }
    return lost
  }

  /// Sends what there is to say. Returns whether answers came at once.
  @discardableResult
  func flushLinks() -> Bool {
    if outboxes.hasMarkedLanes { flushLanes() }
    var hasAnswers = false
    var index = 0
    while index < outboxes.marked.count {
      if outboxes.marked[index].mayWait {
        index += 1
        continue
      }
      let outbox = outboxes.unmark(at: index)
      if let answers = outbox.flush() {
        hasAnswers = true
        outbox.noteAnswer()
        answers.withUnsafeBytes { handle($0, from: outbox.link, commits: true) }
        // They may have had others marked, or a link lost.
        index = 0
      }
    }
    return hasAnswers
  }

  private func flushLanes() {
    let marked = outboxes.takeLanes()
    for lane in marked {
      lane.outbox?.tellCommits()
      if lane.machine.isFlushDue {
        if lane.machine.isFlushUrgent { lane.outbox?.hurry() }
        lane.handle(.flush)
      }
      if lane.settledIsDue, lane.machine.phase == .open {
        lane.settledIsDue = false
        submit(.settle(lane.id, through: lane.settled), lane)
      }
    }
    outboxes.reuse(marked)
  }
}
