// Lanes that leave their member: it drains, or has many more than another.
extension PoolMachine {
  // MARK: - Drains

  /// A worker drains. O(1): what follows does so at the next tick, since a worker may say so without end.
  mutating func drain(_ id: MemberID, _ milliseconds: Int, _ now: Int) {
    let deadline = now + min(max(0, milliseconds), DrainLeft.millisecondsAtMost)
    guard !isStopping, seats.drain(id, until: deadline) else { return }
    moves.noteDrainChanged(id, now)
  }

  /// A worker drains no longer. O(1).
  mutating func undrain(_ id: MemberID, _ now: Int) {
    guard !isStopping, seats.undrain(id) else { return }
    moves.noteDrainChanged(id, now)
  }

  /// Does what follows where members have begun to drain, or do so no longer.
  private mutating func followDrains(_ now: Int) {
    for id in moves.takeChangedDrains() {
      guard let member = seats[id], member.phase == .ready else { continue }
      let leaving = lanes.lanes(of: id)
      if member.drain != nil {
        if seats.tellOfDrain(id) {
          note("\(seats.name(of: member)) drains; \(leaving.count) children move")
        }
        relieve(id, now)
        moves.add(leaving, now)
      } else {
        for lane in leaving { endMove(of: lane) }
        moves.retryStranded(now)
        if !placesItself {
          askAgain(for: id, now)
        } else if !seats.isAwaiting {
          placeAll()
        }
      }
      serveLine(now)
    }
  }

  // MARK: - Moves

  mutating func makeMoves(_ now: Int) {
    for id in seats.takeLateDrains(now) {
      for lane in lanes.sortedLanes(of: id) {
        if let move = lanes[lane]?.move, case .reserved = move.state {
          calls.append(.move(lane, ticket: move.ticket))
        }
      }
    }
    guard moves.isDue(now) else { return }
    followDrains(now)
    for lane in moves.take(now) { makeMove(of: lane, now) }
  }

  private mutating func makeMove(of lane: LaneID, _ now: Int) {
    guard let entry = lanes[lane], entry.move == nil, case .on(let id) = entry.state,
      seats[id]?.drain != nil, entry.place == .shared
    else { return }
    if placesItself, let destination = choose(entry.wish) {
      lanes.beginMove(of: lane)
      reserve(lane, on: destination)
    } else if source == .coordinated {
      search(for: lanes.beginMove(of: lane), entry.wish, now)
    } else {
      moves.strand(lane)
      tellNowhere(lane, "no other worker takes \(entry.wish)")
    }
  }

  /// Says once for each worker that lanes stay where they are.
  mutating func tellNowhere(_ lane: LaneID, _ reason: String) {
    guard case .on(let id)? = lanes[lane]?.state, let member = seats[id], seats.tellOfNowhere(id)
    else { return }
    let name = seats.name(of: member)
    note("children stay on \(name), which drains, until another worker can take them: \(reason)")
  }

  /// Keeps a place for a lane, and tells the store to take it when it can.
  mutating func reserve(_ lane: LaneID, on member: MemberID) {
    guard let move = lanes.changeMove(of: lane, to: .reserved(member)) else { return }
    calls.append(.move(lane, ticket: move.ticket))
  }

  /// A lane goes nowhere any more.
  mutating func endMove(of lane: LaneID) {
    if let member = lanes.endMove(of: lane) { noteFreedPlace(on: member) }
  }

  /// Returns the member that a lane was to move to and has from now on; nil where it is to stay for now.
  package mutating func move(_ lane: LaneID) -> MemberID? {
    guard let entry = lanes[lane], case .on(let former) = entry.state,
      case .reserved(let member)? = entry.move?.state, seats.isReady(member)
    else { return nil }
    lanes.finishMove(of: lane, from: former, to: member)
    noteFreedPlace(on: former)
    seats.noteLane(on: member)
    // Where it goes may have begun to drain too.
    leaveIfDraining(lane, member)
    return member
  }

  /// Has a lane moved that came to a member which drains.
  mutating func leaveIfDraining(_ lane: LaneID, _ member: MemberID) {
    if seats[member]?.drain != nil { moves.add(CollectionOfOne(lane), nil) }
  }

  /// True if a lane takes its effects' ends, as the time of the worker that it is to leave is over.
  func interrupts(_ lane: PoolLanes.Entry) -> Bool {
    guard case .on(let member) = lane.state else { return false }
    return seats[member]?.drain?.isLate == true
  }

  // MARK: - Places that were given up

  /// A member has a lane less, or expects one less. O(1): the next tick offers its place, once for all that are free
  /// by then.
  mutating func noteFreedPlace(on id: MemberID) {
    guard placesItself || lanes.waitingCount > 0, !isStopping, let member = seats[id],
      member.phase == .ready, member.traits.lanesAtMost != nil
    else { return }
    moves.noteFreedPlace()
  }

  /// Offers the places that were given up: first to lanes that no worker has, then to those that are to leave one.
  mutating func offerFreedPlaces(_ now: Int) {
    guard moves.takeFreedPlace() else { return }
    guard placesItself else { return askAgain(now) }
    if lanes.waitingCount > 0, !seats.isAwaiting { placeAll() }
    moves.retryStranded(now)
  }

  // MARK: - Balance

  /// Has lanes move from a member with many to one with few. Lanes that run effects stay, and so do those that are kept
  /// apart or together.
  ///
  /// Where they go is for a coordinator to say, if there is one.
  mutating func balance(_ now: Int) {
    if balancing.isOver(now) {
      endBalancing(now)
      // Who has no worker, or is to leave one, is served before the next lanes move for balance.
      offerFreedPlaces(now)
      makeMoves(now)
    }
    if source == .coordinated {
      guard balancing.end == nil, !watch.isAway else { return }
      for wish in balancing.beginRound(seats, lanes, now) { askWhetherToMove(wish, now) }
    } else if let plan = balancing.look(seats, lanes, now) {
      for lane in plan.lanes {
        balancing.add(lanes.beginMove(of: lane))
        reserve(lane, on: plan.destination)
      }
      balancing.begin(now)
    }
  }

  /// Asks where the next lane with a wish would go, which may move for balance.
  mutating func askWhetherToMove(_ wish: PlacementWish, _ now: Int) {
    guard let lane = balancing.nextCandidate(wish), case .on(let member)? = lanes[lane]?.state,
      lanes.wishToBalance(lane, on: member, now) == wish
    else { return }
    let move = lanes.beginMove(of: lane)
    balancing.add(move)
    search(for: move, wish, now)
  }

  /// Ends the moves that were not made since the last round.
  private mutating func endBalancing(_ now: Int) {
    for item in balancing.takeMoves() where lanes[item.lane]?.move?.ticket == item.ticket {
      stay(item.lane, now)
    }
  }

  /// Has a lane stay for a while that was to move for balance: it runs effects, or no worker is much better.
  mutating func stay(_ lane: LaneID, _ now: Int) {
    lanes.keep(lane, until: now + limits.stayMilliseconds)
    endMove(of: lane)
    if case .on(let member)? = lanes[lane]?.state { leaveIfDraining(lane, member) }
  }
}
