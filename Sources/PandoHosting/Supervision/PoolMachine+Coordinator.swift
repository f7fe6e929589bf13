// What a coordinator is asked, and what follows from its answers.
extension PoolMachine {
  /// True if lanes are placed on the members that are there. The room on a worker is what its own limit leaves beside
  /// this store's lanes: those of others are known to a coordinator alone.
  var placesItself: Bool { source != .coordinated || watch.isAway }

  // MARK: - Questions

  mutating func search(for lane: WaitingLane, _ wish: PlacementWish, _ now: Int) {
    searches.add(lane, wish)
    pump(wish, now)
  }

  /// Asks for as many lanes with a wish as may ask now.
  private mutating func pump(_ wish: PlacementWish, _ now: Int) {
    guard !isStopping else { return }
    for lane in searches.take(wish, now, where: lanes.isWaiting) { ask(lane, wish, now) }
  }

  private mutating func ask(_ lane: LaneID, _ wish: PlacementWish, _ now: Int) {
    watch.noteQuestion(now)
    directives.append(seats.question(for: lane, wish, avoiding: suspects.current(now), lanes))
  }

  /// Asks for a lane that has a place, now and then, whether a coordinator answers again. Where it goes would be no
  /// news: the answer finds that it does not wait.
  mutating func probe(for lane: LaneID, _ wish: PlacementWish, _ now: Int) {
    guard watch.mayProbe(now), !searches.isAsking else { return }
    searches.probe(lane, wish)
    ask(lane, wish, now)
  }

  /// Asks at once for what waits and is hosted by a member, or by any, as there may be room now. Only a coordinator can
  /// say so. Where it does not answer, that is noticed by these questions.
  mutating func askAgain(for member: MemberID? = nil, _ now: Int) {
    for wish in searches.paused where member.map({ seats.hosts(wish, $0) }) ?? true {
      searches.endPause(wish)
    }
    resumeSearches(now)
  }

  mutating func resumeSearches(_ now: Int) {
    for wish in searches.wishes {
      pump(wish, now)
      searches.forgetIfIdle(wish)
    }
  }

  // MARK: - Answers

  /// A question for a lane has been answered. Returns the lane while it still waits.
  private mutating func answered(
    _ lane: LaneID
  ) -> (wish: PlacementWish, waiting: WaitingLane?)? {
    guard let wish = searches.noteAnswer(lane) else { return nil }
    guard let entry = lanes[lane], entry.wish == wish else { return (wish, nil) }
    let waiting = WaitingLane(lane: lane, ticket: entry.move?.ticket ?? entry.ticket)
    return (wish, lanes.isWaiting(waiting) ? waiting : nil)
  }

  mutating func searchFailed(_ lane: LaneID, _ reason: String, isAnswer: Bool, _ now: Int) {
    guard let (wish, waiting) = answered(lane) else { return }
    if let waiting {
      if balancing.contains(waiting) { stay(lane, now) } else { searches.putBack(waiting, wish) }
    }
    searches.pause(wish, reason, now)
    if isAnswer {
      watch.noteRefusal(isAsking: searches.isAsking, now)
    } else if watch.noteSilence(isAsking: searches.isAsking, isStopping: isStopping, now) {
      placeOnMembers(now)
    }
    if waiting.map(lanes.isWaiting) ?? false {
      tellNowhere(lane, reason)
      if searches.failures(wish) >= PoolNotices.failuresToTellOf {
        tellOfAbsence(of: wish, reason)
      }
    }
    resumeSearches(now)
  }

  mutating func noticeSilence(_ now: Int) {
    if watch.noticeSilence(now) { placeOnMembers(now) }
  }

  /// Places what waits for an answer on members that are there: lanes that have no worker first, then those that are
  /// to leave one. What none takes is tried again when one is ready, has room again, or drains no longer.
  ///
  /// Complexity: O(lanes that wait, and those of members that drain).
  mutating func placeOnMembers(_ now: Int) {
    placeAll()
    for (id, member) in seats.sorted where member.drain != nil {
      for lane in lanes.sortedLanes(of: id) {
        guard let entry = lanes[lane], entry.move?.state == .searching else { continue }
        if let destination = choose(entry.wish) { reserve(lane, on: destination) }
      }
    }
  }

  mutating func use(_ placement: Placement, for lane: LaneID, _ now: Int) {
    guard let (wish, waiting) = answered(lane) else { return }
    if watch.noteNamed(isAsking: searches.isAsking, now) { searches.forgetFailures() }
    defer { resumeSearches(now) }
    guard !isStopping, let waiting else { return }
    let isForBalance = balancing.contains(waiting)
    if isForBalance, case .on(let former)? = lanes[lane]?.state,
      !balancing.allows(wish, placement, from: former, seats, lanes)
    {
      return stay(lane, now)
    }
    func refuse(_ reason: String) {
      searches.putBack(waiting, wish)
      searches.pause(wish, "\(placement.name) \(reason)", now)
    }
    let acquaintance = seats.acquaintance(placement)
    let id: MemberID
    switch acquaintance {
    case .member(let member):
      // Where it drains, the answer is older than that, or the coordinator has not heard of it.
      if seats[member]?.drain != nil { return refuse("drains") }
      id = member
    case _ where suspects.contains(placement, now):
      // The answer is older than the loss.
      return refuse("does not answer")
    case .rejoined(let member):
      seats.rename(member, placement)
      if seats[member]?.drain != nil { return refuse("drains") }
      id = member
    case .elder:
      // A coordinator that has not heard of the younger one yet would name the elder again and again.
      suspects.add(placement.worker, now)
      return refuse("was replaced at its endpoint")
    case .renumbered(let member):
      seats.rename(member, placement)
      id = member
    case .successor(let member):
      leave(member, now)
      directives.append(
        .closeLink(member, reason: "another worker has taken its endpoint"))
      id = open(placement, now)
    case .stranger:
      id = open(placement, now)
    }
    searches.succeed(wish)
    bind(waiting, to: id, wish, now)
    if isForBalance { askWhetherToMove(wish, now) }
  }

  private mutating func open(_ placement: Placement, _ now: Int) -> MemberID {
    let id = seats.open(placement, now)
    directives.append(.open(id, placement))
    return id
  }

  private mutating func bind(
    _ waiting: WaitingLane, to id: MemberID, _ wish: PlacementWish, _ now: Int
  ) {
    let lane = waiting.lane
    let moves = lanes[lane]?.move != nil
    // Where it is already: its worker has been put back meanwhile.
    if moves, lanes[lane]?.state == .on(id) { return endMove(of: lane) }
    if let member = seats[id], member.phase == .ready {
      guard member.features.contains(wish.feature) else {
        return notHosted(waiting, wish, by: id, now)
      }
      if moves { reserve(lane, on: id) } else { announce(lane, on: id) }
    } else if moves {
      lanes.changeMove(of: lane, to: .bound(id))
    } else {
      lanes.change(lane, to: .bound(id), of: id)
    }
  }

  /// A member is ready: those that were bound to it are told, or ask again where it does not host them.
  mutating func announceBound(to id: MemberID, _ now: Int) {
    guard let member = seats[id] else { return }
    for lane in lanes.sortedLanes(of: id) {
      guard let entry = lanes[lane], entry.state == .bound(id) else { continue }
      if member.features.contains(entry.wish.feature) {
        announce(lane, on: id)
      } else if let item = lanes.unbind(lane, from: id) {
        notHosted(item, entry.wish, by: id, now)
      }
    }
    for lane in lanes.sortedArrivals(at: id) {
      guard let entry = lanes[lane], let move = entry.move, move.state == .bound(id) else {
        continue
      }
      if member.features.contains(entry.wish.feature) {
        reserve(lane, on: id)
      } else {
        lanes.changeMove(of: lane, to: .searching)
        notHosted(WaitingLane(lane: lane, ticket: move.ticket), entry.wish, by: id, now)
      }
    }
  }

  private mutating func notHosted(
    _ waiting: WaitingLane, _ wish: PlacementWish, by id: MemberID, _ now: Int
  ) {
    searches.add(waiting, wish)
    let name = seats[id]?.found?.name ?? "the worker"
    searches.pause(wish, "\(name) does not host it, though the coordinator says so", now)
  }

  /// A worker that a coordinator named is gone, and so is its seat.
  mutating func forget(_ member: PoolSeats.Member, _ end: LinkEnd, _ now: Int) {
    seats.remove(member.seat)
    guard let found = member.found else { return }
    suspects.add(found.worker, life: found.life, now)
    // One that said too much is there, and may have others' children.
    if end != .left, end != .overran {
      directives.append(.reportDead(found.worker, life: found.life))
    }
  }
}
