import DequeModule

extension PoolMachine {
  /// The lanes of one feature that ask a coordinator for a worker.
  struct Search {
    var queue: Deque<Waiting> = []
    var runningCount = 0
    /// Set while the last answer was that there is none.
    var pausedUntil: Int?
    var failures = 0
    var lastReason: String?
  }

  mutating func search(for lane: LaneID, _ entry: LaneEntry, _ now: Int) {
    searches[entry.feature, default: Search()].queue.append(
      Waiting(lane: lane, ticket: entry.ticket))
    pump(entry.feature, now)
  }

  /// Asks for as many lanes of a feature as may ask at once: for one alone while the answer is no.
  private mutating func pump(_ feature: FeatureDescriptor, _ now: Int) {
    guard !isStopping, var search = searches[feature] else { return }
    if let pausedUntil = search.pausedUntil, pausedUntil > now { return }
    let atOnce = search.failures > 0 ? 1 : limits.searchesAtOnce
    while search.runningCount < atOnce, runningSearches < limits.searchesAtOnce,
      let next = search.queue.popFirst()
    {
      guard isWaiting(next) else { continue }
      search.runningCount += 1
      runningSearches += 1
      suspects = suspects.filter { now - $0.value < limits.suspicionMilliseconds }
      directives.append(.find(next.lane, feature, avoiding: Set(suspects.keys)))
      running[next.lane, default: []].append(feature)
    }
    search.pausedUntil = nil
    searches[feature] = search
  }

  mutating func resumeSearches(_ now: Int) {
    for feature in searches.keys { pump(feature, now) }
  }

  /// A question for a lane has been answered. Returns the lane while it still waits.
  private mutating func answered(_ lane: LaneID) -> (feature: FeatureDescriptor, entry: LaneEntry?)?
  {
    guard let feature = running[lane]?.popLast() else { return nil }
    if running[lane]?.isEmpty == true { running[lane] = nil }
    runningSearches -= 1
    searches[feature]?.runningCount -= 1
    guard let entry = lanes[lane], entry.state == .waiting, entry.feature == feature else {
      return (feature, nil)
    }
    return (feature, entry)
  }

  mutating func searchFailed(_ lane: LaneID, _ reason: String, _ now: Int) {
    guard let (feature, entry) = answered(lane) else { return }
    if let entry { requeue(lane, entry) }
    pause(feature, reason, now)
    resumeSearches(now)
  }

  private mutating func requeue(_ lane: LaneID, _ entry: LaneEntry) {
    searches[entry.feature]?.queue.prepend(Waiting(lane: lane, ticket: entry.ticket))
  }

  private mutating func pause(_ feature: FeatureDescriptor, _ reason: String, _ now: Int) {
    let failures = searches[feature]?.failures ?? 0
    searches[feature]?.failures = failures + 1
    searches[feature]?.pausedUntil = now + min(2_000, 50 << min(failures, 10))
    searches[feature]?.lastReason = reason
  }

  mutating func use(_ placement: Placement, for lane: LaneID, _ now: Int) {
    guard let (feature, entry) = answered(lane) else { return }
    defer { resumeSearches(now) }
    guard !isStopping, let entry else { return }
    let current = members.first {
      $0.value.found?.endpoint == placement.endpoint && $0.value.phase != .gone
    }
    if let (id, member) = current, member.found?.worker == placement.worker {
      searches[feature]?.failures = 0
      return bind(lane, to: id, entry, now)
    }
    if let since = suspects[placement.worker], now - since < limits.suspicionMilliseconds {
      // The answer is older than the loss.
      requeue(lane, entry)
      return pause(feature, "\(placement.name) does not answer", now)
    }
    if let (id, member) = current, let key = member.found?.worker, key != placement.worker {
      if let life = placement.life, life == member.found?.life {
        // It has joined anew, or the answer is older than that: its process is the same, and its link lives.
        let isOlder =
          key.coordinator == placement.worker.coordinator && key.number > placement.worker.number
        if !isOlder { members[id]?.found = placement }
        searches[feature]?.failures = 0
        return bind(lane, to: id, entry, now)
      }
      if key.coordinator == placement.worker.coordinator, key.number > placement.worker.number {
        requeue(lane, entry)
        return
      }
      if key.coordinator != placement.worker.coordinator, member.phase == .ready {
        // A coordinator that was started again numbers everybody anew. Had another worker taken the
        // endpoint, the link would have ended.
        members[id]?.found = placement
        searches[feature]?.failures = 0
        return bind(lane, to: id, entry, now)
      }
      leave(id, now)
      directives.append(.closeLink(id, reason: "another worker has taken its endpoint"))
    }
    searches[feature]?.failures = 0
    bind(lane, to: open(placement, now), entry, now)
  }

  private mutating func open(_ placement: Placement, _ now: Int) -> MemberID {
    let seat = addSeat(placement.name, isAwaited: false)
    let id = nextMember()
    members[id] = Member(seat: seat, startedAt: now, hasProcess: false, found: placement)
    seats[seat]?.state = .taken(id)
    directives.append(.open(id, placement))
    return id
  }

  private mutating func bind(
    _ lane: LaneID, to id: MemberID, _ entry: LaneEntry, _ now: Int
  ) {
    if members[id]?.phase == .ready {
      guard members[id]?.features.contains(entry.feature) == true else {
        return notHosted(lane, entry, by: id, now)
      }
      return announce(lane, on: id)
    }
    change(lane, to: .bound(id))
    members[id]?.lanes.insert(lane)
  }

  /// A member is ready: those that were bound to it are told, or ask again where it does not host them.
  mutating func announceBound(to id: MemberID, _ now: Int) {
    guard let member = members[id] else { return }
    for lane in member.lanes.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let entry = lanes[lane], entry.state == .bound(id) else { continue }
      if member.features.contains(entry.feature) {
        announce(lane, on: id)
      } else {
        members[id]?.lanes.remove(lane)
        change(lane, to: .waiting)
        waiting.append(Waiting(lane: lane, ticket: entry.ticket))
        notHosted(lane, entry, by: id, now)
      }
    }
  }

  private mutating func notHosted(
    _ lane: LaneID, _ entry: LaneEntry, by id: MemberID, _ now: Int
  ) {
    searches[entry.feature, default: Search()].queue.append(
      Waiting(lane: lane, ticket: entry.ticket))
    let name = members[id]?.found?.name ?? "the worker"
    pause(entry.feature, "\(name) does not host it, though the coordinator says so", now)
  }

  /// A worker that a coordinator named is gone, and so is its seat.
  mutating func forget(_ member: Member, _ end: LinkEnd, _ now: Int) {
    seats[member.seat] = nil
    guard let key = member.found?.worker else { return }
    suspects[key] = now
    if end != .left { directives.append(.reportDead(key)) }
  }
}
