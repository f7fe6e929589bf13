import DequeModule

extension PoolMachine {
  mutating func start(_ now: Int) {
    switch source {
    case .spawned(_, knowsRole: false):
      // The others follow when the first has shown that the program knows the role: one that does not would do its
      // own work once for each of them.
      if let first = sharedSeats.first { fill(first, now) }
    case .spawned, .connected:
      for seat in sharedSeats { fill(seat, now) }
    case .coordinated:
      break
    }
  }

  /// Gives a seat its next member.
  mutating func fill(_ seat: Int, _ now: Int) {
    guard !isStopping, failure == nil else { return }
    let id = nextMember()
    let isSpawned = if case .spawned = source { true } else { false }
    members[id] = Member(seat: seat, startedAt: now, hasProcess: isSpawned)
    seats[seat]?.state = .taken(id)
    let name = seats[seat]?.name ?? ""
    directives.append(isSpawned ? .spawn(id, name: name) : .connect(id, endpoint: seat - 1))
  }

  mutating func welcome(
    _ id: MemberID, _ features: Set<FeatureDescriptor>, _ traits: WorkerTraits, _ now: Int
  ) {
    guard var member = members[id], member.phase == .starting, !isStopping else { return }
    member.phase = .ready
    member.wasReady = true
    member.features = features
    member.traits = traits
    members[id] = member
    seats[member.seat]?.hadMember = true
    seats[member.seat]?.intensity.reset()
    seats[member.seat]?.startProblem = nil
    switch source {
    case .spawned:
      let isFirst = hosted == nil
      hosted = features
      if isFirst {
        for seat in sharedSeats where seats[seat]?.state == .idle { fill(seat, now) }
      }
    case .connected:
      break
    case .coordinated:
      announceBound(to: id, now)
      if outage.isOngoing { placeOnMembers(now) }
      return
    }
    retryMoves(now)
    if sharingEnd == nil { sharingEnd = now + limits.sharingMilliseconds }
    reportWhatIsMissing()
    refuseWhatIsMissing()
    serveLine(now)
    if member.seat == Self.quarantine { return }
    seats[member.seat]?.isAwaited = false
    share(with: id)
  }

  mutating func exit(_ id: MemberID, _ end: ProcessEnd, _ now: Int) {
    guard let member = members[id], member.hasProcess else { return }
    members[id]?.hasProcess = false
    members[id]?.killAt = nil
    leave(id, now)
    if member.hasLink { directives.append(.finishLink(id, end.linkEnd, reason: "\(end)")) }
    removeIfOver(id)
    noteRelieved(id, of: member.seat, now)
    guard seats[member.seat]?.state == .taken(id) else { return }
    // One that was killed because its link had ended did not end for that.
    empty(member, because: member.linkReason ?? "\(end)", isFinal: end.isFinal, now)
  }

  mutating func endLink(_ id: MemberID, _ end: LinkEnd, _ reason: String, _ now: Int) {
    guard let member = members[id], member.hasLink else { return }
    members[id]?.hasLink = false
    members[id]?.linkReason = reason
    leave(id, now)
    if !isStopping { calls.append(.other(.lost(id, end, reason: reason))) }
    if member.hasProcess {
      // It may hang rather than be dead, and what it runs must end.
      if member.killAt == nil { directives.append(.kill(id)) }
      return
    }
    removeIfOver(id)
    switch source {
    case .spawned:
      break
    case .connected:
      if !member.wasReady { seats[member.seat]?.startProblem = reason }
      empty(member, because: reason, isFinal: false, now)
    case .coordinated:
      forget(member, end, now)
    }
  }

  /// A member takes no more lanes. Those that the store was not told of wait again; the store asks
  /// for the others once it hears of the loss.
  mutating func leave(_ id: MemberID, _ now: Int) {
    guard let member = members[id], member.phase != .gone else { return }
    members[id]?.phase = .gone
    members[id]?.lanes = []
    members[id]?.arriving = []
    members[id]?.groups = [:]
    for lane in member.arriving { lanes[lane]?.move = nil }
    planMove(of: member.arriving, now)
    var back: [Waiting] = []
    var hasServed = false
    // Each is looked up once: of many lanes none is in a cache.
    for lane in member.lanes {
      guard let index = lanes.index(forKey: lane) else { continue }
      if lanes.values[index].move != nil { endMove(of: lane) }
      if case .on = lanes.values[index].state {
        lanes.remove(at: index)
        hasServed = true
      } else {
        back.append(Waiting(lane: lane, ticket: lanes.values[index].ticket))
        change(lane, to: .waiting)
      }
    }
    if hasServed { noteServed(by: id, now) }
    guard !back.isEmpty else { return }
    if member.seat == Self.quarantine {
      line = Deque(back) + line
      return
    }
    // What has waited longest is first.
    waiting = Deque((waiting.filter(isWaiting) + back).sorted { $0.ticket < $1.ticket })
    if placesItself, !seats.values.contains(where: \.isAwaited) { placeAll() }
    guard source == .coordinated else { return }
    for item in back.sorted(by: { $0.ticket < $1.ticket }) where isWaiting(item) {
      if let entry = lanes[item.lane] {
        search(for: item.lane, entry.wish, ticket: entry.ticket, now)
      }
    }
  }

  private mutating func removeIfOver(_ id: MemberID) {
    if let member = members[id], !member.hasProcess, !member.hasLink { members[id] = nil }
  }

  /// A seat has no member any more: another follows, now or later, or none.
  private mutating func empty(
    _ member: Member, because reason: String, isFinal: Bool, _ now: Int
  ) {
    guard !isStopping, failure == nil, seats[member.seat] != nil else { return }
    let isQuarantine = member.seat == Self.quarantine
    seats[member.seat]?.state = .idle
    seats[member.seat]?.isAwaited = false
    if !isQuarantine, !seats.values.contains(where: \.isAwaited) { placeAll() }
    if !member.wasReady, case .spawned = source {
      // Until a worker was there, they count in a row: each may fail late, and none shows that any can start.
      let isTooMany =
        seats[member.seat]?.intensity.note(at: now, inARow: hosted == nil) ?? false
      if isTooMany { seats[member.seat]?.spentReason = reason }
      if hosted == nil, let verdict = isFinal ? reason : verdict { return fail(verdict, now) }
      noteFailedStart(of: member.seat, reason)
      if isQuarantine, isTooMany { failLine(reason) }
    }
    if isQuarantine {
      guard line.contains(where: isWaiting) else {
        // None follows that could succeed, and the next failure of any seat is told of.
        seats[member.seat]?.startProblem = nil
        return
      }
      // That it dies of what it was given is what it is for.
      if member.hadLane { return fill(member.seat, now) }
    }
    refill(member.seat, after: member, now)
  }

  /// Gives a seat its next member: now, or after a pause where the last did not live long.
  mutating func refill(_ seat: Int, after member: Member, _ now: Int) {
    let lived = now - member.startedAt
    let delay =
      seats[seat]?.backoff.delay(afterLivingMilliseconds: lived, wasReady: member.wasReady) ?? 0
    if delay == 0 { return fill(seat, now) }
    seats[seat]?.state = .pausing(until: now + delay)
  }

  /// The reason for which no worker can be started: too many processes of a seat have ended, and each seat's first has.
  /// One that has neither answered nor ended may still show that workers can be started.
  private var verdict: String? {
    let shared = sharedSeats.compactMap { seats[$0] }
    let isFirstStartUnderWay = shared.contains { seat in
      if case .taken = seat.state { seat.intensity.isUnharmed } else { false }
    }
    return isFirstStartUnderWay ? nil : shared.lazy.compactMap(\.spentReason).first
  }

  /// No worker could ever be started: there will be none.
  private mutating func fail(_ reason: String, _ now: Int) {
    let text = "The workers of this store cannot be started: \(reason)"
    failure = text
    for id in members.keys.sorted() { end(id, now) }
    for seat in seats.keys where seat != Self.quarantine {
      seats[seat]?.state = .failed(reason: text)
    }
    calls.append(.other(.report("\(text)\n\nNo hosted feature of the store runs.")))
    for item in Array(waiting) + Array(line) where isWaiting(item) { refuse(item.lane, text) }
    waiting = []
    line = []
  }

  /// Ends a process that is not needed any more.
  mutating func end(_ id: MemberID, _ now: Int) {
    guard members[id]?.hasProcess == true, members[id]?.killAt == nil else { return }
    leave(id, now)
    members[id]?.killAt = now + limits.endMilliseconds
    directives.append(.end(id))
  }

  // MARK: - The end

  mutating func stop(_ now: Int) {
    guard !isStopping else { return }
    isStopping = true
    // The store wants no more calls. Why it has no workers is for a person, who reads it afterwards.
    calls.removeAll { if case .other(.report) = $0 { false } else { true } }
    waiting = []
    line = []
    for id in members.keys.sorted() { end(id, now) }
  }
}
