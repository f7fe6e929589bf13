extension PoolMachine {
  mutating func tick(_ now: Int) {
    for (id, member) in members.sorted(by: { $0.key < $1.key }) {
      guard let killAt = member.killAt, killAt <= now, member.hasProcess else { continue }
      members[id]?.killAt = .max
      directives.append(.kill(id))
    }
    guard !isStopping else { return }
    for (id, member) in members.sorted(by: { $0.key < $1.key }) {
      guard let endAt = member.endAt, endAt <= now else { continue }
      members[id]?.endAt = nil
      end(id, now)
    }
    endEmptied(now)
    for seat in seats.keys.sorted() {
      if case .pausing(let until)? = seats[seat]?.state, until <= now { fill(seat, now) }
    }
    if let end = sharingEnd, end <= now { shareNoLonger() }
    placeRested(now)
    offerFreedPlaces(now)
    makeMoves(now)
    balance(now)
    askForAdvice(now)
    noticeSilence(now)
    resumeSearches(now)
    refuseWhatIsLate(now)
    refuseWhatIsLateInLine(now)
  }

  /// Returns whether `tick` has something to do at once, as lanes have left places that others wait for.
  ///
  /// Complexity: O(1).
  package func isTickDue(_ now: Int) -> Bool {
    !isStopping && (hasFreedPlace || (movesDue ?? .max) <= now)
  }

  /// When `tick` has something to do; nil when only other events can bring that about.
  package var nextDeadline: Int? {
    var deadlines = members.values.compactMap(\.killAt).filter { $0 != .max }
    if isStopping { return deadlines.min() }
    for seat in seats.values {
      if case .pausing(let until) = seat.state { deadlines.append(until) }
    }
    if let sharingEnd, seats.values.contains(where: \.isAwaited) { deadlines.append(sharingEnd) }
    for item in resting {
      if case .resting(let until)? = lanes[item.lane]?.state { deadlines.append(until) }
    }
    if let movesDue { deadlines.append(movesDue) }
    if let balancingEnd { deadlines.append(balancingEnd) }
    if hasFreedPlace { deadlines.append(0) }
    for member in members.values {
      if let drain = member.drain, !drain.isLate { deadlines.append(drain.deadline) }
      if let endAt = member.endAt { deadlines.append(endAt) }
    }
    deadlines += searches.values.compactMap { $0.queue.isEmpty ? nil : $0.pausedUntil }
    if let first = waiting.first(where: isWaiting), let since = lanes[first.lane]?.since {
      deadlines.append(since + limits.placementMilliseconds)
    }
    if let lineDeadline { deadlines.append(lineDeadline) }
    if let silenceDeadline { deadlines.append(silenceDeadline) }
    return deadlines.min()
  }

  /// Shares what waits among the members that are there.
  private mutating func shareNoLonger() {
    guard seats.values.contains(where: \.isAwaited) else { return }
    for seat in seats.keys { seats[seat]?.isAwaited = false }
    placeAll()
  }

  private mutating func refuseWhatIsLate(_ now: Int) {
    while let first = waiting.first {
      guard isWaiting(first), let entry = lanes[first.lane] else {
        waiting.removeFirst()
        continue
      }
      guard entry.since + limits.placementMilliseconds <= now else { return }
      waiting.removeFirst()
      refuse(first.lane, lateness(of: entry.wish))
    }
  }

  /// That no worker is there, and where one was looked for, or why none could be started.
  private var absence: String {
    let start = tellingOfStart(of: sharedSeats)
    guard start.isEmpty, case .connected(let names) = source else {
      return "no worker is there" + start
    }
    return "no worker is there. Is one listening at \(names.joined(separator: ", "))?"
  }

  private func lateness(of wish: PlacementWish) -> String {
    let ready = members.values.filter { $0.phase == .ready }
    let cause =
      if let last = searches[wish]?.lastReason {
        last
      } else if ready.isEmpty {
        absence
      } else {
        "none of the \(ready.count) workers that are there takes it"
      }
    return """
      No worker for \(wish) was found within \(limits.placementMilliseconds) ms: \(cause)
      """
  }
}
