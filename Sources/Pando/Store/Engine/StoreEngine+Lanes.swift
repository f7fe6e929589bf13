package import PandoHosting

extension StoreEngine: LaneDriver {
  package func register(_ lane: AnyLane) {
    lanes[lane.id] = lane
    place(lane)
  }

  package func isCommitting(_ lane: AnyLane) -> Bool {
    lane.hasCommittedHead && committingLanes.contains(lane)
  }

  func place(_ lane: AnyLane) {
    guard let backend, !isStopped, !lane.isGivenUp,
      let link = backend.place(lane.id, lane.feature, in: .shared)
    else { return }
    place(lane, on: link)
  }

  func place(_ lane: AnyLane, on link: any HostingLink) {
    guard lane.machine.phase == .unplaced else { return }
    lane.outbox = outbox(of: link)
    lane.handle(.placed)
    interrupt(lane)
  }

  package func carryOut(_ directive: LaneDirective, _ lane: AnyLane) {
    switch directive {
    case .place:
      lane.outbox = nil
      place(lane)
    case .open(let epoch, let next, let snapshot):
      submit(
        .open(
          lane.id, lane.feature.descriptor, epoch, next, snapshot: snapshot,
          isPresented: lane.isPresented), lane)
    case .reduce(let epoch, let sequence, let action):
      dispatch(epoch, sequence, action, lane)
    case .rebase(let epoch, let sequence, let patch):
      submit(.rebase(lane.id, epoch, from: sequence, patch), lane)
    case .commit(let sequence):
      submit(.commit(lane.id, through: sequence), lane)
    case .close:
      submit(.close(lane.id), lane)
    case .ended:
      forget(lane)
    case .refuse(let reason):
      lane.link?.refuse(reason: reason)
    }
  }

  package func dispatch(
    _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction, _ lane: AnyLane
  ) {
    guard let outbox = lane.outbox else { return }
    outbox.add(lane.id, epoch, sequence, action)
    mark(outbox)
  }

  func submit(_ message: ClientMessage, _ lane: AnyLane) {
    guard let outbox = lane.outbox else { return }
    outbox.add(message)
    mark(outbox)
  }

  private func outbox(of link: any HostingLink) -> LinkOutbox {
    if let outbox = outboxes[ObjectIdentifier(link)] { return outbox }
    let outbox = LinkOutbox(link)
    outboxes[ObjectIdentifier(link)] = outbox
    return outbox
  }

  /// Notes that a worker is to be talked to once this round of commits is over.
  func mark(_ outbox: LinkOutbox) {
    if outbox.isMarked { return }
    outbox.isMarked = true
    markedOutboxes.append(outbox)
  }

  private func forget(_ lane: AnyLane) {
    lanes[lane.id] = nil
    loseRemoteEffects(of: lane)
    backend?.ended(lane.id)
    lane.outbox = nil
    closings.removeValue(forKey: lane.id)?.release(&freed)
  }

  /// Returns how the effects' actions were embedded, if any effect ran.
  @discardableResult
  private func loseRemoteEffects(of lane: AnyLane) -> (@Sendable (any Sendable) -> Action)? {
    var embed: (@Sendable (any Sendable) -> Action)?
    for sequence in lane.runningSequences {
      let key = RemoteKey(lane: lane.id, sequence: sequence)
      guard let effects = remoteEffects.removeValue(forKey: key) else { continue }
      embed = effects.embed
      watchedLaneCount -= 1
      for _ in 0..<effects.remaining { effects.tracker.release(&freed) }
    }
    lane.runningSequences.removeAll()
    lane.answersToCome.removeAll()
    return embed
  }

  /// Notes a lane that may have something to tell once this round of commits is over.
  func mark(_ lane: AnyLane) {
    if lane.isMarked { return }
    lane.isMarked = true
    markedLanes.append(lane)
  }

  /// Sends what there is to say. Returns whether answers came at once.
  @discardableResult
  func flushLinks() -> Bool {
    if !markedLanes.isEmpty { flushLanes() }
    var hasAnswers = false
    var index = 0
    while index < markedOutboxes.count {
      let outbox = markedOutboxes[index]
      if outbox.mayWait {
        index += 1
        continue
      }
      markedOutboxes.remove(at: index)
      outbox.isMarked = false
      if let answers = outbox.flush() {
        hasAnswers = true
        outbox.noteAnswer()
        answers.withUnsafeBytes { handle($0, from: outbox.link) }
      }
    }
    return hasAnswers
  }

  private func flushLanes() {
    for lane in markedLanes {
      lane.isMarked = false
      lane.outbox?.tellCommits()
      if lane.machine.isFlushDue { lane.handle(.flush) }
      if lane.settledIsDue, lane.machine.phase == .open {
        lane.settledIsDue = false
        submit(.settle(lane.id, through: lane.settled), lane)
      }
    }
    markedLanes.removeAll(keepingCapacity: true)
  }

  // MARK: - A lane whose worker has gone

  func lose(_ lane: AnyLane) {
    if lane.machine.inFlightCount > 0 { noteLoss(lane) }
    if let embed = loseRemoteEffects(of: lane), let action = lane.interruption {
      lane.interrupted = { embed(action) as any Sendable }
    }
    lane.unprepareHead()
    lane.handle(.lost)
  }

  /// A worker cannot host the feature, so it goes on in this process.
  func giveUp(_ lane: AnyLane) {
    lane.isGivenUp = true
    lose(lane)
    backend?.ended(lane.id)
    interrupt(lane)
  }

  /// One action may take down every worker that reduces it; that must not go unnoticed.
  private func noteLoss(_ lane: AnyLane) {
    lane.lossCount += 1
    guard lane.lossCount == 3, let head = buffer.head(where: { $0.lanes.contains(lane) }) else {
      return
    }
    backend?.notice(
      """
      Three workers in a row went while \(lane.feature.descriptor.name) reduced the same action.

        Action: \(String(reflecting: typed(head).action))

      It is dispatched to the next worker once more, and what was sent later waits behind it. If \
      the reducer crashes on this action, it does so in every process.
      """)
  }

  /// Tells the feature that its effects ended with their worker.
  private func interrupt(_ lane: AnyLane) {
    guard let makeAction = lane.interrupted else { return }
    lane.interrupted = nil
    guard let action = makeAction() as? Action else { return }
    append(
      PendingAction(
        action: action, origin: lane.incarnation, tracker: ActionTracker(parent: nil)))
  }
}
