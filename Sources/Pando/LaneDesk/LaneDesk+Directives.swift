package import PandoHosting

extension LaneDesk: LaneDriver {
  package func isCommitting(_ lane: AnyLane) -> Bool { owner.isCommitting(lane) }

  package func listAsReady(_ lane: AnyLane) { owner.listAsReady(lane) }

  package func report(_ body: @escaping () -> Void) { aftermath.report(body) }

  package func note(_ event: LaneEvent, _ lane: AnyLane) { watch.lane?(lane.machine, event) }

  package func carryOut(_ directive: LaneDirective, _ lane: AnyLane) {
    switch directive {
    case .place(let place):
      lane.outbox = nil
      endTrial(of: lane)
      // One that goes on in this process needs no place, and keeps no trial from others.
      if lane.isInProcess { return }
      if place == .quarantine { requestTrial(of: lane) } else { self.place(lane) }
    case .leave:
      leaveWorker(lane)
      prepareLoss(of: lane)
      endAlone(lane)
      backend?.ended(lane.id)
    case .move:
      leaveWorker(lane)
      prepareLoss(of: lane)
      lane.outbox = nil
    case .open(let epoch, let next, let snapshot):
      open(lane, epoch, next, snapshot)
    case .reduce(let epoch, let sequence, let action):
      if lane.answersToCome[sequence] != nil { lane.answersToCome[sequence] = epoch }
      dispatch(epoch, sequence, action, lane)
    case .rebase(let epoch, let sequence, let patch):
      submit(.rebase(lane.id, epoch, from: sequence, patch), lane)
      if patch != .unchanged { release(lane, epoch, before: sequence) }
    case .commit(let sequence):
      release(lane, lane.machine.epoch, before: sequence.next)
      if let outbox = lane.outbox {
        outbox.addCommit(lane.id, through: sequence)
        outboxes.mark(outbox)
      }
    case .cancel(let sequence):
      submit(.cancel(lane.id, .sequence(sequence)), lane)
    case .close:
      endTrial(of: lane)
      submitGated(.close(lane.id), lane)
    case .ended:
      endTrial(of: lane)
      forget(lane)
    case .refuse(let reason):
      lane.link?.refuse(reason: reason)
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
    if limits != .standard { submit(.limit(lane.id, limits), lane) }
    // It is to start nothing before it is told so.
    if aftermath.gate != nil { submit(.release(lane.id, epoch, before: next), lane) }
  }

  package func dispatch(
    _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction, _ lane: AnyLane
  ) {
    if watch.isWatching { watch.noteDispatch(sequence, lane) }
    if lane.mayBeTraced(sequence) { traceDispatch(epoch, sequence, lane) }
    lane.figures.dispatchedBytes &+= UInt64(truncatingIfNeeded: action.bytes.count)
    lane.withOutbox { outbox in
      outbox.add(lane.id, epoch, sequence, action)
      outboxes.mark(outbox)
    }
  }

  /// Dispatches an action of a lane that has traced ones.
  @inline(never)
  private func traceDispatch(_ epoch: Epoch, _ sequence: SequenceNumber, _ lane: AnyLane) {
    guard let carrier = lane.noteDispatch(epoch, sequence) else { return }
    lane.withOutbox { $0.add(lane.id, sequence, carrier) }
  }

  func submit(_ message: ClientMessage, _ lane: AnyLane) {
    guard let outbox = lane.outbox else { return }
    outbox.add(message)
    outboxes.mark(outbox)
  }

  /// Says something once it is durable why.
  func submitGated(_ message: ClientMessage, _ lane: AnyLane) {
    guard let gate = aftermath.gate else { return submit(message, lane) }
    gate.add(.message(lane, life: lane.life, message))
  }

  /// Has a lane's worker let happen what commits ask for, once they are durable. Without a journal it does so anyway.
  private func release(_ lane: AnyLane, _ epoch: Epoch, before sequence: SequenceNumber) {
    guard let gate = aftermath.gate, lane.outbox != nil else { return }
    gate.add(.message(lane, life: lane.life, .release(lane.id, epoch, before: sequence)))
  }

  /// Says what had to wait, to the worker that it was for.
  func carryOut(_ message: ClientMessage, _ lane: AnyLane, life: UInt64) {
    guard life == lane.life, let outbox = lane.outbox, !outbox.hasLeft(lane.id) else { return }
    outbox.add(message)
    outboxes.mark(outbox)
  }

  /// Tells a lane's worker to forget it.
  func leaveWorker(_ lane: AnyLane) {
    guard let outbox = lane.outbox else { return }
    outbox.leave(lane.id)
    outboxes.mark(outbox)
  }

  /// An answer of a lane's worker cannot be used. Either the worker is not to be trusted, and is given up; or the
  /// feature's coding cannot read what it writes, which no worker mends: the action counts as refused.
  package func noteMisfit(_ lane: AnyLane, _ error: any Error) {
    guard let outbox = lane.outbox else { return }
    let reason = "its answer to an action of \(lane.feature.descriptor.name) does not fit: \(error)"
    lane.refusal = reason
    if outbox.link.isOwnProcess {
      leaveWorker(lane)
      lose(lane, .misfit)
    } else {
      outbox.misfitLane = lane.id
      outbox.link.refuse(reason: reason)
    }
  }

  /// Notes that the action which a lane committed has been followed up, for the worker to be told.
  @inline(__always)
  func noteCommit(of lane: AnyLane) {
    lane.withOutbox { $0.commitCount += 1 }
    outboxes.mark(lane)
  }

  /// The worker's effect that sent an action need not wait any longer. Another worker than the one that sent it is not
  /// told.
  func settle(_ emit: EmitTicket) {
    let lane = emit.lane
    guard emit.life == lane.life else { return }
    lane.settled = max(lane.settled, emit.number)
    lane.settledIsDue = true
    outboxes.mark(lane)
  }

  // MARK: - Batches

  /// Has the lanes that have something to tell put it among what is said next.
  func flushLanes() {
    if !outboxes.hasMarkedLanes { return }
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

  /// Sends what there is to say, up to the first worker that answers at once. Returns its answers; nil where all is said
  /// that cannot wait.
  func flush() -> (answers: [UInt8], link: any HostingLink)? {
    while let index = outboxes.marked.firstIndex(where: { !$0.mayWait }) {
      let outbox = outboxes.unmark(at: index)
      if let answers = outbox.flush() {
        outbox.noteAnswer()
        return (answers, outbox.link)
      }
    }
    return nil
  }
}
