import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization

extension PoolBackend: LinkDelegate {
  var hello: Hello { state.withLock { $0.hello } }

  func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {
    change { state in
      state.readyLinks.insert(link.member)
      if case .spawned = source {} else { state.processIDs[link.member] = welcome.processID }
    }
    handle(.welcomed(link.member, welcome.features, welcome.traits))
  }

  func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer) {
    client?.receive(batch, from: link)
  }

  func checkProgress(of link: WorkerLink, now: Int) -> String? {
    client?.checkProgress(of: link, nowMilliseconds: now)
  }

  func linkHasEnded(_ link: WorkerLink, _ end: LinkEnd, reason: String) {
    // One that was never there is no loss; the machine tells when that goes on.
    let isNews = state.withLock { $0.readyLinks.contains(link.member) && !$0.machine.isStopping }
    logger.log(level: isNews ? .notice : .debug, "\(link.name) is lost: \(reason)")
    handle(.linkEnded(link.member, end, reason: reason))
  }

  func makeCalls() {
    // One at a time: making one may change which are to follow.
    while let (call, client, link) = nextCall() {
      switch call {
      case .placed(let lane, _):
        if let link { client?.placed(lane, on: link) }
      case .move(let lane, let interrupts):
        client?.move(lane, interrupts: interrupts)
      case .lost(let member, let end, let reason):
        let now = MonotonicClock.nowMilliseconds()
        if let link { client?.lost(link, end, reason: reason, nowMilliseconds: now) }
        change { state in
          state.links[member] = nil
          state.processIDs[member] = nil
          state.readyLinks.remove(member)
        }
      case .unhostable(let lane, let reason):
        client?.unhostable(lane, reason: reason)
      case .note(let text):
        logger.notice("\(text)")
      case .report(let message):
        reportIssue(message)
      }
    }
  }

  private var client: (any HostingClient)? { state.withLock { $0.client } }

  private func nextCall() -> (PoolCall, (any HostingClient)?, WorkerLink?)? {
    state.withLock { state in
      guard let call = state.machine.nextCall() else { return nil }
      let member: MemberID? =
        switch call {
        case .placed(_, let member), .lost(let member, _, _): member
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
