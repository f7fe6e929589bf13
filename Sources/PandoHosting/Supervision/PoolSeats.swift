/// The places for the workers of a pool, and the members that take them one after the other.
///
/// It says what to start and to end, and why there will be no worker; `PoolMachine` says what that means for lanes.
struct PoolSeats {
  /// The seat of the quarantine worker.
  static let quarantine = 0

  let source: PoolMachine.Source
  private let limits: PoolLimits
  private(set) var members: [MemberID: Member] = [:]
  private(set) var seats: [Int: Seat] = [:]
  /// The features that the program's own binary hosts; nil before its first worker is there.
  private(set) var hosted: Set<FeatureDescriptor>?
  /// Until when lanes wait for workers that have yet to come.
  private var sharingEnd: Int?
  /// Why there will be no worker any more.
  private(set) var failure: String?
  private var lastMember: UInt64 = 0
  private var lastSeat = 0

  init(_ source: PoolMachine.Source, limits: PoolLimits, sandbox: String? = nil) {
    (self.source, self.limits) = (source, limits)
    switch source {
    case .spawned(let count, _):
      let place = sandbox.map { " in \($0)" } ?? ""
      for number in 1...max(1, count) { addSeat("worker \(number)\(place)", isAwaited: true) }
      seats[Self.quarantine] = makeSeat("quarantine worker\(place)", isAwaited: false)
    case .connected(let names):
      for name in names { addSeat(name, isAwaited: true) }
    case .coordinated:
      break
    }
  }

  @discardableResult
  private mutating func addSeat(_ name: String, isAwaited: Bool) -> Int {
    lastSeat += 1
    seats[lastSeat] = makeSeat(name, isAwaited: isAwaited)
    return lastSeat
  }

  private func makeSeat(_ name: String, isAwaited: Bool) -> Seat {
    Seat(
      name: name,
      intensity: RestartIntensity(
        limit: limits.failedStarts, windowMilliseconds: limits.failureWindowMilliseconds),
      isAwaited: isAwaited)
  }

  // MARK: - Starts

  /// Gives a seat its next member.
  mutating func fill(_ seat: Int, _ now: Int) -> PoolDirective {
    let name = seats[seat]?.name ?? ""
    let isSpawned = if case .spawned = source { true } else { false }
    let id = add(Member(seat: seat, startedAt: now, hasProcess: isSpawned))
    return isSpawned ? .spawn(id, name: name) : .connect(id, endpoint: seat - 1)
  }

  /// Gives a worker that a coordinator named a seat of its own.
  mutating func open(_ placement: Placement, _ now: Int) -> MemberID {
    let seat = addSeat(placement.name, isAwaited: false)
    return add(Member(seat: seat, startedAt: now, hasProcess: false, found: placement))
  }

  private mutating func add(_ member: Member) -> MemberID {
    lastMember += 1
    let id = MemberID(rawValue: lastMember)
    members[id] = member
    seats[member.seat]?.state = .taken(id)
    return id
  }

  /// Gives a seat its next member: now, or after a pause where the last did not live long.
  mutating func refill(_ seat: Int, after member: Member, _ now: Int) -> PoolDirective? {
    let lived = now - member.startedAt
    let delay =
      seats[seat]?.backoff.delay(afterLivingMilliseconds: lived, wasReady: member.wasReady) ?? 0
    if delay == 0 { return fill(seat, now) }
    seats[seat]?.state = .pausing(until: now + delay)
    return nil
  }

  /// A member is there. Returns whether it is the first of the program's own binary.
  mutating func welcome(
    _ id: MemberID, _ features: Set<FeatureDescriptor>, _ traits: WorkerTraits
  ) -> Bool {
    guard var member = members[id] else { return false }
    member.phase = .ready
    member.features = features
    member.traits = traits
    members[id] = member
    seats[member.seat]?.hadMember = true
    seats[member.seat]?.intensity.reset()
    seats[member.seat]?.startProblem = nil
    guard case .spawned = source else { return false }
    defer { hosted = features }
    return hosted == nil
  }

  /// Counts a process that has ended before it was ready.
  mutating func noteFailedStart(
    of seat: Int, _ reason: String, isFinal: Bool, _ now: Int
  ) -> FailedStart {
    // Until a worker was there, they count in a row: each may fail late, and none shows that any can start.
    let isTooMany = seats[seat]?.intensity.note(at: now, inARow: hosted == nil) ?? false
    if isTooMany { seats[seat]?.spentReason = reason }
    if hosted == nil, let verdict = isFinal ? reason : verdict { return .noneStarts(verdict) }
    let isFirst = !seats.values.contains { $0.startProblem != nil }
    seats[seat]?.startProblem = reason
    return .again(isFirst: isFirst, isTooMany: isTooMany)
  }

  /// The reason for which no worker can be started: too many processes of a seat have ended, and each seat's first has.
  /// One that has neither answered nor ended may still show that workers can be started.
  private var verdict: String? {
    let shared = shared.compactMap { seats[$0] }
    let isFirstStartUnderWay = shared.contains { seat in
      if case .taken = seat.state { seat.intensity.isUnharmed } else { false }
    }
    return isFirstStartUnderWay ? nil : shared.lazy.compactMap(\.spentReason).first
  }

  mutating func noteFailedConnection(of seat: Int, _ reason: String) {
    seats[seat]?.startProblem = reason
  }

  /// Has the next failure of any seat told of, as none follows on this one that could succeed.
  mutating func forgetStartProblem(of seat: Int) { seats[seat]?.startProblem = nil }

  mutating func resetFailures(of seat: Int) { seats[seat]?.intensity.reset() }

  /// No worker could ever be started: there will be none.
  mutating func fail(_ reason: String) {
    failure = reason
    for seat in seats.keys where seat != Self.quarantine {
      seats[seat]?.state = .failed(reason: reason)
    }
  }

  // MARK: - Sharing

  /// Begins the time for which lanes wait for their share of workers that are still starting.
  mutating func beginSharing(_ now: Int) {
    if sharingEnd == nil { sharingEnd = now + limits.sharingMilliseconds }
  }

  /// When lanes wait no longer for workers that have yet to come; nil where they wait for none.
  var sharingDeadline: Int? { isAwaiting ? sharingEnd : nil }

  mutating func awaitNoLonger(_ seat: Int) { seats[seat]?.isAwaited = false }

  mutating func awaitNobody() { for seat in seats.keys { seats[seat]?.isAwaited = false } }

  // MARK: - Ends

  /// The process of a member has ended. Returns the member as it was.
  mutating func noteExit(of id: MemberID) -> Member? {
    guard let member = members[id], member.hasProcess else { return nil }
    members[id]?.hasProcess = false
    members[id]?.killAt = nil
    return member
  }

  /// The link to a member has ended. Returns the member as it was.
  mutating func noteLinkEnd(of id: MemberID, _ reason: String) -> Member? {
    guard let member = members[id], member.hasLink else { return nil }
    members[id]?.hasLink = false
    members[id]?.linkReason = reason
    return member
  }

  /// A member takes no more lanes. Returns the member; nil where it takes none already.
  mutating func leave(_ id: MemberID) -> Member? {
    guard let member = members[id], !member.isGone else { return nil }
    members[id]?.phase = .gone(wasReady: member.wasReady)
    return member
  }

  mutating func note(lostLanes count: Int, of id: MemberID) { members[id]?.lostLaneCount = count }

  mutating func removeIfOver(_ id: MemberID) {
    if let member = members[id], !member.hasProcess, !member.hasLink { members[id] = nil }
  }

  /// A seat has no member any more.
  mutating func empty(_ seat: Int) {
    seats[seat]?.state = .idle
    seats[seat]?.isAwaited = false
  }

  /// Takes out a seat that a worker had which a coordinator named.
  mutating func remove(_ seat: Int) { seats[seat] = nil }

  /// A process is to end by itself, and is killed if it does not.
  mutating func beginEnd(of id: MemberID, _ now: Int) {
    members[id]?.killAt = now + limits.endMilliseconds
  }

  /// Takes the processes that are to be killed.
  mutating func takeKills(_ now: Int) -> [MemberID] {
    let due = members.filter { $0.value.hasProcess && ($0.value.killAt ?? .max) <= now }
    for id in due.keys { members[id]?.killAt = .max }
    return due.keys.sorted()
  }

  // MARK: - Drains

  /// A worker drains. Returns whether it did not before.
  mutating func drain(_ id: MemberID, until deadline: Int) -> Bool {
    guard let member = members[id], member.phase == .ready else { return false }
    members[id]?.drain = Drain(deadline: deadline)
    return member.drain == nil
  }

  /// A worker drains no longer. Returns whether it did.
  mutating func undrain(_ id: MemberID) -> Bool {
    guard let member = members[id], member.drain != nil else { return false }
    members[id]?.drain = nil
    members[id]?.endAt = nil
    return true
  }

  /// Takes the members that have no more time for the effects that run there. A process of the store's own that does
  /// not end by itself is ended, lest they pile up.
  mutating func takeLateDrains(_ now: Int) -> [MemberID] {
    let due = members.filter { $0.value.drain.map { !$0.isLate && $0.deadline <= now } ?? false }
    for (id, member) in due {
      members[id]?.drain?.isLate = true
      if member.hasProcess { members[id]?.endAt = now + limits.endMilliseconds }
    }
    return due.keys.sorted()
  }

  /// Takes the processes that have drained and are to end.
  mutating func takeEnds(_ now: Int) -> [MemberID] {
    let due = members.filter { ($0.value.endAt ?? .max) <= now }
    for id in due.keys { members[id]?.endAt = nil }
    return due.keys.sorted()
  }

  /// Gives the seat of a process that drains to another, so that its lanes have somewhere to go: to one at
  /// a time, however often workers say that they drain.
  mutating func relieve(_ id: MemberID, _ now: Int) -> PoolDirective? {
    guard case .spawned = source, let member = members[id], member.seat != Self.quarantine,
      seats[member.seat]?.state == .taken(id), seats[member.seat]?.outgoing == nil, failure == nil
    else { return nil }
    seats[member.seat]?.outgoing = id
    return refill(member.seat, after: member, now)
  }

  /// A process is gone. Returns the one that has its seat, where that drains too and is to be relieved.
  mutating func noteRelieved(_ id: MemberID, of seat: Int) -> MemberID? {
    guard seats[seat]?.outgoing == id else { return nil }
    seats[seat]?.outgoing = nil
    guard case .taken(let next)? = seats[seat]?.state, members[next]?.drain != nil else {
      return nil
    }
    return next
  }

  // MARK: - Notes

  mutating func noteLane(on id: MemberID) { members[id]?.hadLane = true }

  /// Notes the id that a worker has since it joined anew, unless the answer that names it is older than that.
  mutating func rename(_ id: MemberID, _ placement: Placement) {
    guard let found = members[id]?.found, !isYounger(found.worker, than: placement.worker) else {
      return
    }
    members[id]?.found = placement
  }

  /// Returns whether people have yet to hear that a member drains.
  mutating func tellOfDrain(_ id: MemberID) -> Bool {
    defer { members[id]?.hasToldOfDrain = true }
    return members[id]?.hasToldOfDrain == false
  }

  /// Returns whether people have yet to hear that lanes of a member that drains have nowhere to go.
  mutating func tellOfNowhere(_ id: MemberID) -> Bool {
    guard let member = members[id], member.drain != nil else { return false }
    members[id]?.hasToldOfNowhere = true
    return !member.hasToldOfNowhere
  }
}
