import DequeModule

extension PoolMachine {
  /// The end of a member's use: it has lanes that are to go on elsewhere.
  struct Drain: Equatable {
    /// Until when effects that run on it may come to their ends.
    var deadline: Int
    /// True if the deadline has passed, and lanes move with what they run.
    var isLate = false
  }

  /// The way of a lane from one member to another, which it goes when its effects have ended.
  struct Move {
    enum State: Equatable {
      /// Asks the coordinator for a worker.
      case searching
      /// Waits for this very member to become ready.
      case bound(MemberID)
      /// The member is there, and the store was told.
      case reserved(MemberID)
    }

    let ticket: UInt64
    var state: State

    /// The member that counts it among those that come.
    var destination: MemberID? {
      switch state {
      case .searching: nil
      case .bound(let member), .reserved(let member): member
      }
    }
  }

  /// A worker drains. O(1): what follows does so at the next tick, since a worker may say so without end.
  mutating func drain(_ id: MemberID, _ milliseconds: Int, _ now: Int) {
    guard let member = members[id], member.phase == .ready, !isStopping else { return }
    members[id]?.drain = Drain(
      deadline: now + min(max(0, milliseconds), DrainLeft.millisecondsAtMost))
    if member.drain == nil { noteDrainChanged(id, now) }
  }

  /// A worker drains no longer. O(1).
  mutating func undrain(_ id: MemberID, _ now: Int) {
    guard let member = members[id], member.drain != nil, !isStopping else { return }
    members[id]?.drain = nil
    members[id]?.endAt = nil
    noteDrainChanged(id, now)
  }

  private mutating func noteDrainChanged(_ id: MemberID, _ now: Int) {
    changedDrains.insert(id)
    movesDue = min(movesDue ?? now, now)
  }

  /// Does what follows where members have begun to drain, or do so no longer.
  private mutating func followDrains(_ now: Int) {
    let changed = changedDrains.sorted()
    changedDrains = []
    for id in changed {
      guard let member = members[id], member.phase == .ready else { continue }
      if member.drain != nil {
        if !member.hasToldOfDrain {
          members[id]?.hasToldOfDrain = true
          let name = seats[member.seat]?.name ?? "a worker"
          calls.append(.other(.note("\(name) drains; \(member.lanes.count) children move")))
        }
        relieve(id, now)
        planMove(of: member.lanes, now)
        serveLine(now)
        continue
      }
      for lane in member.lanes { endMove(of: lane) }
      retryMoves(now)
      if placesItself, !seats.values.contains(where: \.isAwaited) { placeAll() }
      serveLine(now)
    }
  }

  /// Gives the seat of a process that drains to another, so that its lanes have somewhere to go: to one at
  /// a time, however often workers say that they drain.
  mutating func relieve(_ id: MemberID, _ now: Int) {
    guard case .spawned = source, let member = members[id], member.seat != Self.quarantine,
      seats[member.seat]?.state == .taken(id), seats[member.seat]?.outgoing == nil, failure == nil
    else { return }
    seats[member.seat]?.outgoing = id
    refill(member.seat, after: member, now)
  }

  /// Ends processes of the store's own that have drained. They do so by themselves where they are to end.
  mutating func endEmptied(_ now: Int) {
    for seat in seats.values {
      guard let id = seat.outgoing, let member = members[id], member.drain != nil,
        member.load == 0, changedDrains.isEmpty
      else { continue }
      end(id, now)
    }
  }

  /// A process whose seat has another member is gone.
  mutating func noteRelieved(_ id: MemberID, of seat: Int, _ now: Int) {
    guard seats[seat]?.outgoing == id else { return }
    seats[seat]?.outgoing = nil
    if case .taken(let next)? = seats[seat]?.state, members[next]?.drain != nil {
      relieve(next, now)
    }
  }

  // MARK: - Moves

  /// Has lanes of a member that drains moved, a few at a time.
  mutating func planMove(of lanes: some Collection<LaneID>, _ now: Int) {
    guard !lanes.isEmpty else { return }
    for lane in lanes.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard self.lanes[lane]?.isListedToMove == false else { continue }
      self.lanes[lane]?.isListedToMove = true
      movers.append(lane)
    }
    movesDue = min(movesDue ?? now, now)
  }

  /// Looks once more for places of lanes that had nowhere to go.
  mutating func retryMoves(_ now: Int) {
    guard !stranded.isEmpty else { return }
    movers += stranded
    stranded = []
    movesDue = min(movesDue ?? now, now)
  }

  /// A member has a lane less, or expects one less. O(1): the next tick offers its place, once for all that are free
  /// by then.
  mutating func noteFreedPlace(on id: MemberID) {
    // A coordinator is asked again and again by those that wait.
    guard placesItself, !isStopping, let member = members[id],
      member.phase == .ready, member.traits.lanesAtMost != nil
    else { return }
    hasFreedPlace = true
  }

  /// Offers the places that were given up: first to lanes that no worker has, then to those that are to leave one.
  mutating func offerFreedPlaces(_ now: Int) {
    guard hasFreedPlace else { return }
    hasFreedPlace = false
    if waitingCount > 0, !seats.values.contains(where: \.isAwaited) { placeAll() }
    retryMoves(now)
  }

  mutating func makeMoves(_ now: Int) {
    for (id, member) in members where member.drain.map({ !$0.isLate && $0.deadline <= now }) == true
    {
      members[id]?.drain?.isLate = true
      for lane in member.lanes.sorted(by: { $0.rawValue < $1.rawValue }) {
        if let move = lanes[lane]?.move, case .reserved = move.state {
          calls.append(.move(lane, ticket: move.ticket))
        }
      }
      // A process of the store's own that does not end by itself is ended, lest they pile up.
      if member.hasProcess { members[id]?.endAt = now + limits.endMilliseconds }
    }
    guard let due = movesDue, due <= now else { return }
    followDrains(now)
    for _ in 0..<limits.movesAtOnce {
      if let lane = movers.popFirst() { makeMove(of: lane, now) }
    }
    // The lanes that are moved share the worker that they go to, and the thread that moves them.
    movesDue = movers.isEmpty ? nil : now + limits.movePauseMilliseconds
  }

  private mutating func makeMove(of lane: LaneID, _ now: Int) {
    lanes[lane]?.isListedToMove = false
    guard let entry = lanes[lane], entry.move == nil, case .on(let id) = entry.state,
      members[id]?.drain != nil, entry.place == .shared
    else { return }
    let ticket = nextTicket()
    if placesItself, let destination = choose(entry.wish) {
      lanes[lane]?.move = Move(ticket: ticket, state: .searching)
      reserve(lane, on: destination)
    } else if source == .coordinated {
      lanes[lane]?.move = Move(ticket: ticket, state: .searching)
      search(for: lane, entry.wish, ticket: ticket, now)
    } else {
      lanes[lane]?.isListedToMove = true
      stranded.append(lane)
      tellNowhere(lane, "no other worker takes \(entry.wish)")
    }
  }

  /// Says once for each worker that lanes stay where they are.
  mutating func tellNowhere(_ lane: LaneID, _ reason: String) {
    guard case .on(let id)? = lanes[lane]?.state, let member = members[id], member.drain != nil,
      !member.hasToldOfNowhere
    else { return }
    members[id]?.hasToldOfNowhere = true
    let name = seats[member.seat]?.name ?? "a worker"
    let text =
      "children stay on \(name), which drains, until another worker can take them: \(reason)"
    calls.append(.other(.note(text)))
  }

  /// Keeps a place for a lane, and tells the store to take it when it can.
  mutating func reserve(_ lane: LaneID, on member: MemberID) {
    guard let entry = lanes[lane], let move = entry.move else { return }
    lanes[lane]?.move?.state = .reserved(member)
    members[member]?.expect(lane, entry.wish)
    calls.append(.move(lane, ticket: move.ticket))
  }

  /// Has a lane wait for a member that is not ready yet.
  mutating func bindMove(of lane: LaneID, to member: MemberID) {
    guard let wish = lanes[lane]?.wish else { return }
    lanes[lane]?.move?.state = .bound(member)
    members[member]?.expect(lane, wish)
  }

  /// A lane goes nowhere any more.
  mutating func endMove(of lane: LaneID) {
    guard let entry = lanes[lane], let move = entry.move else { return }
    lanes[lane]?.move = nil
    if let member = move.destination {
      members[member]?.expectNoLonger(lane, entry.wish)
      noteFreedPlace(on: member)
    }
  }

  /// Returns the member that a lane was to move to and has from now on; nil where it is to stay for now.
  package mutating func move(_ lane: LaneID) -> MemberID? {
    guard let entry = lanes[lane], case .on(let former) = entry.state,
      case .reserved(let member)? = entry.move?.state, members[member]?.phase == .ready
    else { return nil }
    lanes[lane]?.move = nil
    members[former]?.remove(lane, entry.wish)
    noteFreedPlace(on: former)
    // The place that was kept for it.
    members[member]?.expectNoLonger(lane, entry.wish)
    members[member]?.add(lane, entry.wish)
    members[member]?.hadLane = true
    lanes[lane]?.state = .on(member)
    // Where it goes may have begun to drain too.
    leaveIfDraining(lane, member)
    return member
  }

  /// Has a lane moved that came to a member which drains.
  mutating func leaveIfDraining(_ lane: LaneID, _ member: MemberID) {
    if members[member]?.drain != nil { planMove(of: CollectionOfOne(lane), movesDue ?? 0) }
  }

  /// True if a lane takes its effects' ends, as the time of the worker that it is to leave is over.
  func interrupts(_ lane: LaneID) -> Bool {
    guard case .on(let member)? = lanes[lane]?.state else { return false }
    return members[member]?.drain?.isLate == true
  }
}
