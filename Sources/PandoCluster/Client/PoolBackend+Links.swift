import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

extension PoolBackend: LinkDelegate {
  var hello: Hello { state.withLock { $0.hello } }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {
    let (client, processID, restartCount) = change { state in
      state.readyLinks.insert(link.member)
      if case .spawned = source {} else { state.processIDs[link.member] = welcome.processID }
      return (
        state.client, state.processIDs[link.member], state.losses[link.name]?.count ?? 0
      )
    }
    if let confinement = source.confinement {
      // The thread that starts it may not have come to saying which process it is.
      guard let processID else { return change { $0.unchecked[link.member] = welcome } }
      if let problem = ConfinementCheck.problem(of: processID, confinement) {
        return loop.post(
          .drop(link, .refused, reason: "it is not confined as its features ask: \(problem)"))
      }
    }
    handle(.welcomed(link.member, welcome.features, welcome.traits))
    client?.workerIsReady(link.name, processID: processID, restartCount: restartCount)
  }

  func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer) {
    guard isMeasured else {
      client?.receive(batch, from: link)
      return
    }
    let start = MonotonicClock.nowMicroseconds()
    client?.receive(batch, from: link)
    commits.add(byteCount: batch.count)
    commits.add(microseconds: MonotonicClock.nowMicroseconds() - start)
  }

  func checkProgress(of link: WorkerLink, now: Int) -> String? {
    client?.checkProgress(of: link, nowMilliseconds: now)
  }

  func forgive(_ link: WorkerLink) { client?.forgive(link) }

  func linkHasEnded(_ link: WorkerLink, _ end: LinkEnd, reason: String) {
    // Whoever counts on it is told once the store has said what it had.
    logger.debug("the link to \(link.name) has ended: \(reason)")
    handle(.linkEnded(link.member, end, reason: reason))
  }

  func makeCalls() {
    for (link, welcome) in takeChecked() { linkIsReady(link, welcome) }
    // One at a time: making one may change which are to follow.
    while let (call, client, link) = nextCall() {
      switch call {
      case .placed(let lane, _):
        if let link { client?.placed(lane, on: link) }
      case .move(let lane, let interrupts):
        client?.move(lane, interrupts: interrupts)
      case .lost(let member, let end, let reason, let laneCount):
        let now = MonotonicClock.nowMilliseconds()
        if let link, var loss = client?.lost(link, end, reason: reason, nowMilliseconds: now) {
          // The lanes of stores that share the worker are told of by each of them.
          if loss.laneCount == 0 { loss.laneCount = laneCount }
          note(link, loss)
        }
        change { state in
          state.links[member] = nil
          state.meters[member] = nil
          state.lossCounts.forget(member)
          state.processIDs[member] = nil
          state.readyLinks.remove(member)
          state.unchecked[member] = nil
        }
      case .unhostable(let lane, let reason):
        client?.unhostable(lane, reason: reason)
      case .note(let text):
        logger.notice("\(text)")
      case .report(let message):
        reportIssue(message)
      }
    }
    logCrashes()
  }

  /// Says that a worker is lost. One that was never there is no loss; the machine tells when that goes on.
  private func note(_ link: WorkerLink, _ loss: HostingLoss) {
    guard state.withLock({ $0.readyLinks.contains(link.member) }) else { return }
    let described = loss.described
    change {
      $0.crashes.note(described, of: link.member)
      $0.lossCounts.add(described.cause, of: link.member)
    }
    if source.keepsNames {
      change { state in
        state.losses[link.name] = ((state.losses[link.name]?.count ?? 0) + 1, described.reason)
      }
    }
    logger.log(
      level: described.cause == .left ? .notice : .warning, "\(described)",
      metadata: [
        "worker": "\(described.worker)", "cause": "\(described.cause)",
        "children": "\(described.childCount)",
      ])
  }

  /// Takes the workers that said welcome before their processes were known, and are known now.
  private func takeChecked() -> [(WorkerLink, Welcome)] {
    state.withLock { state in
      if state.unchecked.isEmpty { return [] }
      let known = state.unchecked.filter { state.processIDs[$0.key] != nil }
      for member in known.keys { state.unchecked[member] = nil }
      return known.compactMap { member, welcome in state.links[member].map { ($0, welcome) } }
    }
  }

  private var client: (any HostingClient)? { state.withLock { $0.client } }

  private func nextCall() -> (PoolCall, (any HostingClient)?, WorkerLink?)? {
    state.withLock { state in
      guard let call = state.machine.nextCall() else { return nil }
      let member: MemberID? =
        switch call {
        case .placed(_, let member), .lost(let member, _, _, _): member
        case .move, .unhostable, .report, .note: nil
        }
      return (call, state.client, member.flatMap { state.links[$0] })
    }
  }
}

extension HostedWorker.State {
  init(_ state: PoolStatus.State) {
    switch state {
    case .starting: self = .starting
    case .ready: self = .ready
    case .draining: self = .draining
    case .restarting: self = .restarting
    case .failed(let reason): self = .failed(reason: reason)
    }
  }
}
