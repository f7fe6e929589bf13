import PandoHosting

// What workers say of their lanes.
extension LaneDesk {
  /// The number of actions that the effects of a lane may send before the first of them is settled.
  private static var unsettledEmitsAtMost: UInt64 { 256 }

  /// Returns a lane that a worker has.
  func living(_ lane: LaneID, _ link: any HostingLink) -> AnyLane? {
    guard let lane = lanes[lane], let outbox = lane.outbox, outbox.link === link,
      !outbox.hasLeft(lane.id)
    else { return nil }
    return lane
  }

  /// Returns whether a worker was told to forget a lane, and has not said yet that it did.
  func isLeaving(_ lane: LaneID, _ link: any HostingLink) -> Bool {
    outboxes[link]?.hasLeft(lane) == true
  }

  /// Handles a message. Returns whether a lane of the worker has got on.
  func handle(_ message: WorkerMessage, from link: any HostingLink) -> Bool {
    switch message {
    case .result(let lane, let epoch, let sequence, let result):
      guard let lane = living(lane, link) else { return false }
      handle(result, epoch, sequence, lane)
      return true
    case .emit(let lane, let sequence, let number, let action, let selfDispatch):
      guard let lane = living(lane, link) else { return false }
      lane.offered = selfDispatch.map { SelfDispatchOffer(action, number, $0) }
      accept(action, sequence, number, lane)
      lane.refuseOffer()
      return true
    case .finished(let lane, let sequence, let count):
      guard let lane = living(lane, link) else { return false }
      return finish(RemoteKey(lane: lane.id, sequence: sequence), count: count)
    case .closed(let lane, _):
      if outboxes[link]?.noteClosed(lane) == true { return true }
      guard let lane = living(lane, link) else { return false }
      lane.handle(.closed)
      return true
    case .failed(let lane, let reason):
      guard let lane = living(lane, link) else { return false }
      refuse(lane, reason)
      return true
    case .opened(let lane):
      guard let lane = living(lane, link), lane.noteOpened() else { return false }
      tellOpened(lane, by: link.name)
      return true
    case .reached(let number):
      reached(number, by: link)
      return false
    case .hangs(let lane):
      if let lane = living(lane, link) { outboxes[link]?.hangingLane = lane.id }
      return false
    case .effectHangs(let id, let notice):
      // The lane may have left it, and an effect have stayed.
      if living(id, link) != nil || isLeaving(id, link) {
        outboxes[link]?.noteEffectHang(of: id, notice)
      }
      return false
    case .crashes(let culprit):
      // Whom it accuses is checked where the loss is told.
      link.noteCrash(by: culprit)
      return false
    case .draining(let milliseconds):
      backend?.drains(link, withinMilliseconds: milliseconds)
      watch.tell { HostingNews { .workerDraining(worker: link.name) } }
      return false
    case .undrained:
      backend?.undrained(link)
      return false
    case .trace(let lane, let number, let carrier):
      if let lane = living(lane, link) { owner.hear(carrier, ofSend: number, lane) }
      return false
    case .spent(let costs):
      self.costs.add(costs)
      return false
    case .pong:
      return false
    case .welcome, .refuse:
      link.refuse(reason: "a message came that opens or ends a session, inside it")
      return false
    }
  }

  /// Takes the answer to an action.
  func handle(
    _ result: consuming HostedResult, _ epoch: Epoch, _ sequence: SequenceNumber, _ lane: AnyLane
  ) {
    if !lane.traces.isEmpty { lane.noteAnswer(epoch, sequence) }
    if !lane.answersToCome.isEmpty, lane.answersToCome[sequence] == epoch {
      lane.answersToCome[sequence] = nil
      // The client had reduced this one itself; what is new are the effects.
      let key = RemoteKey(lane: lane.id, sequence: sequence)
      if let effects = remoteEffects[key] {
        effects.tracker.retain(result.effectCount)
        effects.remaining += result.effectCount
        finish(key, count: 1)
      }
      return
    }
    if watch.isWatching { watch.noteAnswer(sequence, lane) }
    lane.receive(result, epoch, sequence)
  }

  /// Takes an action that an effect sent.
  private func accept(
    _ action: HostedAction, _ sequence: SequenceNumber, _ number: UInt64, _ lane: AnyLane
  ) {
    guard let effects = remoteEffects[RemoteKey(lane: lane.id, sequence: sequence)] else {
      lane.link?.refuse(reason: "an effect sent an action after its end")
      return
    }
    guard number == lane.emitted + 1, number <= lane.settled + Self.unsettledEmitsAtMost else {
      lane.link?.refuse(reason: "effects sent more than was asked for, or out of order")
      return
    }
    lane.emitted = number
    let ticket = EmitTicket(lane: lane, life: lane.life, number: number)
    if action.bytes.count == 0 { return owner.dismiss(effects, ticket) }
    do {
      owner.append(try lane.decodeAction(action.bytes), action.origin, of: effects, ticket)
    } catch {
      lane.link?.refuse(reason: "an effect sent an action that cannot be read: \(error)")
    }
  }

  /// The worker says that it has come as far as a checkpoint.
  private func reached(_ number: UInt64, by link: any HostingLink) {
    guard outboxes[link]?.reached(number) == true,
      owner.hasUncommitted(where: { $0.link === link && $0.machine.owesAnswer })
    else { return }
    link.refuse(reason: "it says that it has reduced what it has not answered")
  }

  // MARK: - Progress

  /// Has what there is to say to a worker leave at once: it has answers, which that brings.
  func hurry(_ link: any HostingLink) {
    guard let outbox = outboxes[link] else { return }
    outbox.hurry()
    outboxes.mark(outbox)
  }

  /// Asks a worker for a sign of progress where it has something to do. Returns why it is taken to hang; nil while it is
  /// not.
  func checkProgress(of link: any HostingLink, nowMilliseconds: Int) -> String? {
    guard let outbox = outboxes[link] else { return nil }
    tellInterrupted(nowMilliseconds: nowMilliseconds)
    let reason = outbox.checkProgress(nowMilliseconds: nowMilliseconds)
    if outbox.isUrgent { outboxes.mark(outbox) }
    return reason
  }
}
