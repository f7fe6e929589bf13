extension ElectionMachine {
  /// Returns what is to be done because of an event.
  package mutating func handle(_ event: Event, atMilliseconds now: Int) -> [Directive] {
    if case .stopped = state { return late(event) }
    switch event {
    case .tick: return tick(now)
    case .opened(let lease, let life, let askedAt): return opened(lease, life, askedAt, now)
    case .openFailed:
      if case .opening = state { state = .closed(until: now + Self.pauseMilliseconds) }
      return []
    case .renewed(let lease, let askedAt): return renewed(lease, askedAt)
    case .renewalFailed(let lease):
      change(lease) { session in
        session.isRenewing = false
        session.renewAt = now + Self.pauseMilliseconds
      }
      return []
    case .expired(let lease): return session?.lease == lease ? reopen() : []
    case .saw(let leader, let revision): return saw(leader, revision, now)
    case .won(let lease, let term): return won(lease, term)
    case .lost(let lease, let revision):
      // Its end may have been told before its victory.
      return failed(lease, isHeld: isHeld || revision > seenRevision, now)
    case .campaignFailed(let lease): return failed(lease, isHeld: isHeld, now)
    case .refused(let term):
      guard case .leading(let session, term) = state else { return [] }
      state = .following(session)
      isHeld = false
      return [.standDown(term: term)] + campaign(now)
    case .stop: return stop()
    }
  }

  private mutating func tick(_ now: Int) -> [Directive] {
    if case .closed(let until) = state, until <= now { return reopen() }
    guard let session else { return [] }
    if session.validUntil <= now { return reopen() }
    var directives: [Directive] = []
    if session.renewAt <= now, !session.isRenewing {
      change(session.lease) { $0.isRenewing = true }
      directives.append(.renew(lease: session.lease))
    }
    return directives + campaign(now)
  }

  /// The session is over, or there was none.
  private mutating func reopen() -> [Directive] {
    let former = formerTerm
    state = .opening
    return former + [.open]
  }

  private var formerTerm: [Directive] {
    if case .leading(_, let term) = state { [.standDown(term: term)] } else { [] }
  }

  private mutating func opened(
    _ lease: Int64, _ life: Int, _ askedAt: Int, _ now: Int
  ) -> [Directive] {
    guard case .opening = state else { return [.close(lease: lease)] }
    guard now < askedAt + life else { return [.open] }
    state = .following(
      Session(
        lease: lease, lifeMilliseconds: life, validUntil: askedAt + life,
        renewAt: askedAt + life / 4))
    campaignAt = now
    return campaign(now)
  }

  private mutating func renewed(_ lease: Int64, _ askedAt: Int) -> [Directive] {
    change(lease) { session in
      session.isRenewing = false
      session.validUntil = max(session.validUntil, askedAt + session.lifeMilliseconds)
      session.renewAt = askedAt + session.lifeMilliseconds / 4
    }
    return []
  }

  private mutating func saw(_ leader: Leader?, _ revision: Int64, _ now: Int) -> [Directive] {
    guard revision >= seenRevision else { return [] }
    seenRevision = revision
    switch state {
    case .leading(let session, let term):
      // What was seen may be older than what was won.
      guard revision >= term, leader?.term != term else { return [] }
      state = .following(session)
      isHeld = leader != nil
      return [.standDown(term: term)] + campaign(now)
    case .following(let session), .campaigning(let session):
      isHeld = leader != nil
      // A campaign whose answer was lost.
      if let leader, leader.lease == session.lease { return won(session.lease, leader.term) }
      return campaign(now)
    case .closed, .opening, .stopped:
      isHeld = leader != nil
      return []
    }
  }

  private mutating func won(_ lease: Int64, _ term: Int64) -> [Directive] {
    switch state {
    case .following(let session), .campaigning(let session):
      guard session.lease == lease else { return [] }
      state = .leading(session, term: term)
      isHeld = true
      return [.lead(term: term)]
    case .leading, .closed, .opening, .stopped: return []
    }
  }

  private mutating func failed(_ lease: Int64, isHeld: Bool, _ now: Int) -> [Directive] {
    guard case .campaigning(let session) = state, session.lease == lease else { return [] }
    state = .following(session)
    self.isHeld = isHeld
    campaignAt = now + Self.pauseMilliseconds
    return []
  }

  private mutating func campaign(_ now: Int) -> [Directive] {
    guard case .following(let session) = state, !isHeld, campaignAt <= now else { return [] }
    state = .campaigning(session)
    return [.campaign(lease: session.lease)]
  }

  private mutating func stop() -> [Directive] {
    let directives = formerTerm + (session.map { [.close(lease: $0.lease)] } ?? [])
    state = .stopped
    return directives
  }

  /// A lease that comes after the end is given back.
  private func late(_ event: Event) -> [Directive] {
    if case .opened(let lease, _, _) = event { [.close(lease: lease)] } else { [] }
  }

  private mutating func change(_ lease: Int64, _ body: (inout Session) -> Void) {
    guard var session, session.lease == lease else { return }
    body(&session)
    switch state {
    case .following: state = .following(session)
    case .campaigning: state = .campaigning(session)
    case .leading(_, let term): state = .leading(session, term: term)
    case .closed, .opening, .stopped: break
    }
  }
}
