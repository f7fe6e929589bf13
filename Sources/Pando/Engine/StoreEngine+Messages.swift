import IssueReporting
package import PandoHosting
import PandoWire

extension StoreEngine: HostingClient {
  package func placed(_ lane: LaneID, on link: any HostingLink) {
    commit {
      if let lane = lanes[lane] { place(lane, on: link) }
    }
  }

  package func receive(_ batch: UnsafeRawBufferPointer, from link: any HostingLink) {
    commit {
      if let outbox = outboxes[link] {
        outbox.noteAnswer(byteCount: batch.count)
      }
      if current.isDraining {
        handle(batch, from: link, commits: false)
      } else {
        inCommit { handle(batch, from: link, commits: true) }
      }
    }
  }

  package func run(_ work: DeferredWork) {
    commit { afterUnlock { work.run() } }
  }

  package func pump(_ link: any HostingLink) {
    commit {
      if let outbox = outboxes[link] {
        outbox.hurry()
        outboxes.mark(outbox)
      }
    }
  }

  package func runsEffects(on link: any HostingLink) -> Bool {
    withState { _ in lanes.values.contains { $0.link === link && !$0.runningSequences.isEmpty } }
  }

  package func checkProgress(of link: any HostingLink, nowMilliseconds: Int) -> String? {
    commit {
      guard let outbox = outboxes[link] else { return nil }
      tellInterrupted(nowMilliseconds: nowMilliseconds)
      let reason = outbox.checkProgress(nowMilliseconds: nowMilliseconds)
      if outbox.isUrgent { outboxes.mark(outbox) }
      return reason
    }
  }

  package func forgive(_ link: any HostingLink) {
    commit { outboxes[link]?.noteProgress() }
  }

  /// Handles the messages of a batch, in order.
  ///
  /// - Parameter commits: True if no commit is under way, so that an answer for the head of the buffer may
  ///   commit it as it is read, without being kept.
  func handle(_ batch: UnsafeRawBufferPointer, from link: any HostingLink, commits: Bool) {
    do {
      var lane: AnyLane?
      var hasResults = false
      defer { if hasResults { outboxes[link]?.noteProgress() } }
      try WorkerMessage.decodeAll(batch) { id, epoch, sequence, reader throws(WireError) in
        // Results come in runs.
        if lane?.id != id {
          lane = living(id, link)
          if let lane, lane.isToMove { noteAnswer(beforeMoveOf: lane) }
        }
        let start = reader.position
        if commits, let lane, commitRun(for: lane, epoch, from: &sequence, reading: &reader) {
          lane.noteAnswers(byteCount: reader.position - start)
          hasResults = true
          return
        }
        let result = try HostedResult(from: &reader)
        guard let lane, lane.link === link else {
          // The worker reduces to the end what a lane had sent before it left.
          if isLeaving(id, link) { hasResults = true }
          return
        }
        lane.noteAnswers(byteCount: reader.position - start)
        hasResults = true
        handle(result, epoch, sequence, lane)
        // What commits now need not be kept, nor what comes behind it.
        if commits, lane.machine.isHeadReady { commitAvailable() }
      } other: { message in
        lane = nil
        if handle(message, from: link) { hasResults = true }
      }
    } catch {
      link.refuse(reason: "a message cannot be read: \(error)")
    }
    if !movingLanes.isEmpty { moveLanes() }
  }

  /// Returns whether a lane of the worker has got on.
  private func handle(_ message: WorkerMessage, from link: any HostingLink) -> Bool {
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
      return finishRemote(RemoteKey(lane: lane.id, sequence: sequence), count: count)
    case .closed(let lane, let cancelledCount):
      if outboxes[link]?.noteClosed(lane) == true { return true }
      guard let lane = living(lane, link) else { return false }
      if cancelledCount > 0 { watchers.hooks.cancelled?(cancelledCount) }
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
      tellDraining(link.name)
      return false
    case .undrained:
      backend?.undrained(link)
      return false
    case .trace(let lane, let number, let carrier):
      if let lane = living(lane, link) { hear(carrier, ofSend: number, lane) }
      return false
    case .pong:
      return false
    case .welcome, .refuse:
      link.refuse(reason: "a message came that opens or ends a session, inside it")
      return false
    }
  }

  /// The worker says that it has come as far as a checkpoint.
  private func reached(_ number: UInt64, by link: any HostingLink) {
    guard outboxes[link]?.reached(number) == true, owesAnswers(link) else { return }
    link.refuse(reason: "it says that it has reduced what it has not answered")
  }

  /// Returns whether a worker has something that it has not answered. O(uncommitted actions): what is at a worker has
  /// not committed. Where some wait beside the buffer, O(lanes).
  private func owesAnswers(_ link: any HostingLink) -> Bool {
    func owes(_ lane: AnyLane) -> Bool { lane.link === link && lane.machine.owesAnswer }
    if commits.besideCount > 0 { return lanes.values.contains(where: owes) }
    return commits.find { $0.hasLane(where: owes) ? true : nil } ?? false
  }

  private func living(_ lane: LaneID, _ link: any HostingLink) -> AnyLane? {
    guard let lane = lanes[lane], let outbox = lane.outbox, outbox.link === link,
      !outbox.hasLeft(lane.id)
    else { return nil }
    return lane
  }

  /// Returns whether the worker was told to forget a lane, and has not said yet that it did.
  private func isLeaving(_ lane: LaneID, _ link: any HostingLink) -> Bool {
    outboxes[link]?.hasLeft(lane) == true
  }

  private func handle(
    _ result: consuming HostedResult, _ epoch: Epoch, _ sequence: SequenceNumber, _ lane: AnyLane
  ) {
    if !lane.traces.isEmpty { lane.noteAnswer(epoch, sequence) }
    if !lane.answersToCome.isEmpty, lane.answersToCome[sequence] == epoch {
      lane.answersToCome[sequence] = nil
      // The client had reduced this one itself; what is new are the effects.
      let key = RemoteKey(lane: lane.id, sequence: sequence)
      if let effects = remoteEffects[key] {
        effects.tracker.retain(result.effectCount)
        remoteEffects.expect(result.effectCount, more: key)
        finishRemote(key, count: 1)
      }
      return
    }
    if watchers.isWatching { noteAnswer(sequence, lane) }
    lane.receive(result, epoch, sequence)
  }

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
    if action.bytes.count == 0 { return dismiss(effects, ticket) }
    do {
      let child = try lane.decodeAction(action.bytes)
      let pending = PendingAction(
        action: effects.embed(child), origin: effects.owner,
        hostOrigin: HostOrigin(lane: lane.id, origin: action.origin),
        tracker: ActionTracker(parent: effects.tracker), emit: ticket)
      if lane.traceOfSend != nil { trace(pending, ofSend: number, lane) }
      append(pending)
    } catch {
      lane.link?.refuse(reason: "an effect sent an action that cannot be read: \(error)")
    }
  }

  /// An effect on a worker asked to dismiss its feature, which something here may present.
  private func dismiss(_ effects: RemoteEffects<Action>, _ ticket: EmitTicket) {
    guard let dismissal = effects.dismissal else {
      if let root = dependencies.newest.rootDismissal {
        // It ends the effects, for which it takes the lock.
        afterUnlock { root.dismiss() }
        return settle(ticket)
      }
      report { reportIssue(DismissEffect.unpresented("in a worker")) }
      return settle(ticket)
    }
    let pending = PendingAction(
      action: dismissal(), origin: effects.owner,
      tracker: ActionTracker(parent: effects.tracker), emit: ticket)
    if ticket.lane.traceOfSend != nil { trace(pending, ofSend: ticket.number, ticket.lane) }
    append(pending)
  }

  /// The number of actions that the effects of a lane may send before the first of them is settled.
  private static var unsettledEmitsAtMost: UInt64 { 256 }
}
