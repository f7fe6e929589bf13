// Workers that come and go.
extension PoolMachine {
  mutating func start(_ now: Int) {
    switch source {
    case .spawned(_, knowsRole: false):
      // The others follow when the first has shown that the program knows the role: one that does not would do its
      // own work once for each of them.
      if let first = seats.shared.first { fill(first, now) }
    case .spawned, .connected:
      for seat in seats.shared { fill(seat, now) }
    case .coordinated:
      break
    }
  }

  /// Gives a seat its next member.
  mutating func fill(_ seat: Int, _ now: Int) {
    guard !isStopping, failure == nil else { return }
    directives.append(seats.fill(seat, now))
  }

  mutating func welcome(
    _ id: MemberID, _ features: Set<FeatureDescriptor>, _ traits: WorkerTraits, _ now: Int
  ) {
    guard let member = seats[id], member.phase == .starting, !isStopping else { return }
    if seats.welcome(id, features, traits) {
      for seat in seats.shared where seats[seat]?.state == .idle { fill(seat, now) }
    }
    if source == .coordinated {
      announceBound(to: id, now)
      if placesItself { placeOnMembers(now) } else { askAgain(for: id, now) }
      return
    }
    moves.retryStranded(now)
    seats.beginSharing(now)
    reportWhatIsMissing()
    refuseWhatIsMissing()
    serveLine(now)
    if member.seat == PoolSeats.quarantine { return }
    seats.awaitNoLonger(member.seat)
    share(with: id)
  }

  mutating func exit(_ id: MemberID, _ end: ProcessEnd, _ now: Int) {
    guard let member = seats.noteExit(of: id) else { return }
    leave(id, now)
    if member.hasLink { directives.append(.finishLink(id, end.linkEnd, reason: "\(end)")) }
    seats.removeIfOver(id)
    if let next = seats.noteRelieved(id, of: member.seat) { relieve(next, now) }
    guard seats[member.seat]?.state == .taken(id) else { return }
    // One that was killed because its link had ended did not end for that.
    empty(member, because: member.linkReason ?? "\(end)", isFinal: end.isFinal, now)
  }

  mutating func endLink(_ id: MemberID, _ end: LinkEnd, _ reason: String, _ now: Int) {
    guard let member = seats.noteLinkEnd(of: id, reason) else { return }
    leave(id, now)
    if !isStopping {
      let laneCount = seats[id]?.lostLaneCount ?? 0
      calls.append(.other(.lost(id, end, reason: reason, laneCount: laneCount)))
    }
    if member.hasProcess {
      // It may hang rather than be dead, and what it runs must end.
      if member.killAt == nil { directives.append(.kill(id)) }
      return
    }
    seats.removeIfOver(id)
    switch source {
    case .spawned:
      break
    case .connected:
      if !member.wasReady { seats.noteFailedConnection(of: member.seat, reason) }
      empty(member, because: reason, isFinal: false, now)
    case .coordinated:
      forget(member, end, now)
    }
  }

  /// A member takes no more lanes. Those that the store was not told of wait again; the store asks
  /// for the others once it hears of the loss.
  mutating func leave(_ id: MemberID, _ now: Int) {
    guard let member = seats.leave(id) else { return }
    let remains = lanes.leave(id)
    moves.add(remains.arriving, now)
    for freed in remains.freed { noteFreedPlace(on: freed) }
    seats.note(lostLanes: remains.servedCount, of: id)
    if remains.servedCount > 0 { noteServed(by: id, now) }
    guard !remains.back.isEmpty else { return }
    if member.seat == PoolSeats.quarantine { return trials.putBack(remains.back) }
    lanes.putBack(remains.back)
    if placesItself, !seats.isAwaiting { placeAll() }
    guard source == .coordinated else { return }
    for item in remains.back.sorted(by: { $0.ticket < $1.ticket }) where lanes.isWaiting(item) {
      if let wish = lanes[item.lane]?.wish { search(for: item, wish, now) }
    }
  }

  /// A seat has no member any more: another follows, now or later, or none.
  private mutating func empty(
    _ member: PoolSeats.Member, because reason: String, isFinal: Bool, _ now: Int
  ) {
    guard !isStopping, failure == nil, let seat = seats[member.seat] else { return }
    let isQuarantine = member.seat == PoolSeats.quarantine
    seats.empty(member.seat)
    if !isQuarantine, !seats.isAwaiting { placeAll() }
    if !member.wasReady, case .spawned = source {
      switch seats.noteFailedStart(of: member.seat, reason, isFinal: isFinal, now) {
      case .noneStarts(let verdict):
        return fail(verdict, now)
      case .again(let isFirst, let isTooMany):
        // Another is told of once those of all seats have succeeded.
        if isFirst {
          note("\(seat.name) has ended before it was ready, and is started again: \(reason)")
        }
        if isQuarantine, isTooMany { failLine(reason) }
      }
    }
    if isQuarantine {
      guard trials.isNeeded(by: lanes) else { return seats.forgetStartProblem(of: member.seat) }
      // That it dies of what it was given is what it is for.
      if member.hadLane { return fill(member.seat, now) }
    }
    if let directive = seats.refill(member.seat, after: member, now) {
      directives.append(directive)
    }
  }

  /// No worker could ever be started: there will be none.
  private mutating func fail(_ reason: String, _ now: Int) {
    let text = "The workers of this store cannot be started: \(reason)"
    seats.fail(text)
    for id in seats.members.keys.sorted() { end(id, now) }
    report("\(text)\n\nNo hosted feature of the store runs.")
    for item in lanes.takeWaiting() + trials.takeAll() where lanes.isWaiting(item) {
      refuse(item.lane, text)
    }
  }

  /// Gives the seat of a process that drains to another.
  mutating func relieve(_ id: MemberID, _ now: Int) {
    guard !isStopping, let directive = seats.relieve(id, now) else { return }
    directives.append(directive)
  }

  /// Ends processes of the store's own that have drained. They do so by themselves where they are to end.
  mutating func endEmptied(_ now: Int) {
    for seat in seats.seats.values {
      guard let id = seat.outgoing, let member = seats[id], member.drain != nil,
        lanes.load(of: id) == 0, !moves.hasChangedDrains
      else { continue }
      end(id, now)
    }
  }

  /// Ends a process that is not needed any more.
  mutating func end(_ id: MemberID, _ now: Int) {
    guard let member = seats[id], member.hasProcess, member.killAt == nil else { return }
    leave(id, now)
    seats.beginEnd(of: id, now)
    directives.append(.end(id))
  }

  mutating func stop(_ now: Int) {
    guard !isStopping else { return }
    isStopping = true
    // The store wants no more calls. Why it has no workers is for a person, who reads it afterwards.
    calls.removeAll { if case .other(.report) = $0 { false } else { true } }
    _ = lanes.takeWaiting()
    _ = trials.takeAll()
    for id in seats.members.keys.sorted() { end(id, now) }
  }
}
