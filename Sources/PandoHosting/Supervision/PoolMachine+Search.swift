import DequeModule

extension PoolMachine {
  /// The lanes with one wish that ask a coordinator for a worker.
  struct Search {
    var queue: Deque<Waiting> = []
    var runningCount = 0
    /// Set while the last answer was that there is none.
    var pausedUntil: Int?
    var failures = 0
    var lastReason: String?
  }

  mutating func search(
    for lane: LaneID, _ wish: PlacementWish, ticket: UInt64, _ now: Int
  ) {
    searches[wish, default: Search()].queue.append(Waiting(lane: lane, ticket: ticket))
    pump(wish, now)
  }

  /// Asks for as many lanes of a feature as may ask at once: for one alone while the answer is no.
  private mutating func pump(_ wish: PlacementWish, _ now: Int) {
    guard !isStopping, var search = searches[wish] else { return }
    if let pausedUntil = search.pausedUntil, pausedUntil > now { return }
    // Where the lanes of a group are is asked anew for each of them.
    let atOnce = search.failures > 0 || wish.group != nil ? 1 : limits.searchesAtOnce
    while search.runningCount < atOnce, runningSearches < limits.searchesAtOnce,
      let next = search.queue.popFirst()
    {
      guard isWaiting(next) else { continue }
      search.runningCount += 1
      ask(next.lane, wish, now)
    }
    search.pausedUntil = nil
    searches[wish] = search
  }

  private mutating func ask(_ lane: LaneID, _ wish: PlacementWish, _ now: Int) {
    runningSearches += 1
    noteQuestion(now)
    forgetSuspects(now)
    let avoided = avoided
    directives.append(.find(lane, asked(wish, avoided), avoiding: Set(avoided.keys)))
    running[lane, default: []].append(wish)
  }

  /// Asks for a lane that has a place, now and then, whether a coordinator answers again. Where it goes would be no
  /// news: the answer finds that it does not wait.
  mutating func probe(for lane: LaneID, _ wish: PlacementWish, _ now: Int) {
    guard outage.isOngoing, outage.probeAt <= now, runningSearches == 0 else { return }
    searches[wish, default: Search()].runningCount += 1
    ask(lane, wish, now)
  }

  /// The number of wishes for which lanes ask, or have asked.
  package var searchCount: Int { searches.count }

  mutating func resumeSearches(_ now: Int) {
    for wish in searches.keys {
      pump(wish, now)
      // There may be as many wishes as there are keys of groups. One whose pause is over has nothing to tell.
      if let search = searches[wish], wish.group != nil, search.queue.isEmpty,
        search.runningCount == 0, search.pausedUntil == nil
      {
        searches[wish] = nil
      }
    }
  }

  /// A question for a lane has been answered. Returns the lane while it still waits.
  private mutating func answered(
    _ lane: LaneID
  ) -> (wish: PlacementWish, waiting: Waiting?)? {
    guard let wish = running[lane]?.popLast() else { return nil }
    if running[lane]?.isEmpty == true { running[lane] = nil }
    runningSearches -= 1
    searches[wish]?.runningCount -= 1
    guard let entry = lanes[lane], entry.wish == wish else { return (wish, nil) }
    let waiting = Waiting(lane: lane, ticket: entry.move?.ticket ?? entry.ticket)
    return (wish, isWaiting(waiting) ? waiting : nil)
  }

  mutating func searchFailed(_ lane: LaneID, _ reason: String, isAnswer: Bool, _ now: Int) {
    guard let (wish, waiting) = answered(lane) else { return }
    if let waiting { requeue(waiting, wish) }
    pause(wish, reason, now)
    if isAnswer { noteRefusal(now) } else { noteSilence(now) }
    if waiting.map(isWaiting) ?? false {
      tellNowhere(lane, reason)
      let failures = searches[wish]?.failures ?? 0
      if failures >= Self.failuresToTellOf { tellOfAbsence(of: wish, reason) }
    }
    resumeSearches(now)
  }

  /// Has everything that was refused or not answered asked again at once.
  mutating func forgetFailures() {
    for wish in searches.keys {
      searches[wish]?.failures = 0
      searches[wish]?.pausedUntil = nil
    }
  }

  private mutating func requeue(_ waiting: Waiting, _ wish: PlacementWish) {
    searches[wish]?.queue.prepend(waiting)
  }

  private mutating func pause(_ wish: PlacementWish, _ reason: String, _ now: Int) {
    let failures = searches[wish]?.failures ?? 0
    searches[wish]?.failures = failures + 1
    searches[wish]?.pausedUntil = now + min(2_000, 50 << min(failures, 10))
    searches[wish]?.lastReason = reason
  }

  mutating func use(_ placement: Placement, for lane: LaneID, _ now: Int) {
    guard let (wish, waiting) = answered(lane) else { return }
    noteNamed(now)
    defer { resumeSearches(now) }
    guard !isStopping, let waiting else { return }
    let current = members.first {
      $0.value.found?.endpoint == placement.endpoint && $0.value.phase != .gone
    }
    if let (id, member) = current, member.found?.worker == placement.worker {
      if member.drain != nil {
        // The answer is older than the drain, or the coordinator has not heard of it.
        requeue(waiting, wish)
        return pause(wish, "\(placement.name) drains", now)
      }
      searches[wish]?.failures = 0
      return bind(waiting, to: id, wish, now)
    }
    if isSuspect(placement, now) {
      // The answer is older than the loss.
      requeue(waiting, wish)
      return pause(wish, "\(placement.name) does not answer", now)
    }
    if let (id, member) = current, let key = member.found?.worker, key != placement.worker {
      if let life = placement.life, life == member.found?.life {
        // It has joined anew, or the answer is older than that: its process is the same, and its link lives.
        renew(id, placement)
        if member.drain != nil {
          requeue(waiting, wish)
          return pause(wish, "\(placement.name) drains", now)
        }
        searches[wish]?.failures = 0
        return bind(waiting, to: id, wish, now)
      }
      if key.coordinator == placement.worker.coordinator, key.number > placement.worker.number {
        // A coordinator that has not heard of the younger one yet would name the elder again and again.
        suspects[placement.worker] = Suspicion(sinceMilliseconds: now)
        requeue(waiting, wish)
        return pause(wish, "\(placement.name) was replaced at its endpoint", now)
      }
      if key.coordinator != placement.worker.coordinator, member.phase == .ready {
        // A coordinator that was started again numbers everybody anew. Had another worker taken the
        // endpoint, the link would have ended.
        members[id]?.found = placement
        searches[wish]?.failures = 0
        return bind(waiting, to: id, wish, now)
      }
      leave(id, now)
      directives.append(.closeLink(id, reason: "another worker has taken its endpoint"))
    }
    searches[wish]?.failures = 0
    bind(waiting, to: open(placement, now), wish, now)
  }

  mutating func open(_ placement: Placement, _ now: Int) -> MemberID {
    let seat = addSeat(placement.name, isAwaited: false)
    let id = nextMember()
    members[id] = Member(seat: seat, startedAt: now, hasProcess: false, found: placement)
    seats[seat]?.state = .taken(id)
    directives.append(.open(id, placement))
    return id
  }

  private mutating func bind(
    _ waiting: Waiting, to id: MemberID, _ wish: PlacementWish, _ now: Int
  ) {
    let lane = waiting.lane
    let moves = lanes[lane]?.move != nil
    // Where it is already: its worker has been put back meanwhile.
    if moves, lanes[lane]?.state == .on(id) { return endMove(of: lane) }
    if members[id]?.phase == .ready {
      guard members[id]?.features.contains(wish.feature) == true else {
        return notHosted(waiting, wish, by: id, now)
      }
      if moves { reserve(lane, on: id) } else { announce(lane, on: id) }
    } else if moves {
      bindMove(of: lane, to: id)
    } else {
      change(lane, to: .bound(id))
      members[id]?.add(lane, wish)
    }
  }

  /// A member is ready: those that were bound to it are told, or ask again where it does not host them.
  mutating func announceBound(to id: MemberID, _ now: Int) {
    guard let member = members[id] else { return }
    for lane in member.lanes.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let entry = lanes[lane], entry.state == .bound(id) else { continue }
      if member.features.contains(entry.wish.feature) {
        announce(lane, on: id)
      } else {
        members[id]?.remove(lane, entry.wish)
        change(lane, to: .waiting)
        let item = Waiting(lane: lane, ticket: entry.ticket)
        waiting.append(item)
        notHosted(item, entry.wish, by: id, now)
      }
    }
    for lane in member.arriving.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let entry = lanes[lane], let move = entry.move, move.state == .bound(id) else {
        continue
      }
      if member.features.contains(entry.wish.feature) {
        reserve(lane, on: id)
      } else {
        members[id]?.expectNoLonger(lane, entry.wish)
        lanes[lane]?.move?.state = .searching
        notHosted(Waiting(lane: lane, ticket: move.ticket), entry.wish, by: id, now)
      }
    }
  }

  /// Notes the id that a worker has since it joined anew, unless the answer that names it is older than that.
  mutating func renew(_ id: MemberID, _ placement: Placement) {
    guard let key = members[id]?.found?.worker else { return }
    let isOlder =
      key.coordinator == placement.worker.coordinator && key.number > placement.worker.number
    if !isOlder { members[id]?.found = placement }
  }

  private mutating func notHosted(
    _ waiting: Waiting, _ wish: PlacementWish, by id: MemberID, _ now: Int
  ) {
    searches[wish, default: Search()].queue.append(waiting)
    let name = members[id]?.found?.name ?? "the worker"
    pause(wish, "\(name) does not host it, though the coordinator says so", now)
  }

  /// A worker that a coordinator named is gone, and so is its seat.
  mutating func forget(_ member: Member, _ end: LinkEnd, _ now: Int) {
    seats[member.seat] = nil
    guard let found = member.found else { return }
    suspects[found.worker] = Suspicion(sinceMilliseconds: now, life: found.life)
    // One that said too much is there, and may have others' children.
    if end != .left, end != .overran {
      directives.append(.reportDead(found.worker, life: found.life))
    }
  }
}
