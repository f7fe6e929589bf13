import DequeModule

// The worker for one lane alone, and the line of those that wait for one. Each lane gets a process of its own: what another
// lane left in it, or broke, would be taken for the fault of the next.
extension PoolMachine {
  /// Gives the quarantine worker the lane that is next, or ends it where it had one, or is not needed.
  mutating func serveLine(_ now: Int) {
    // The first worker of all is a shared one: nobody knows before what the workers host.
    guard let seat = seats[Self.quarantine], hosted != nil, !isStopping, failure == nil else {
      return
    }
    while let first = line.first, !isWaiting(first) { line.removeFirst() }
    switch seat.state {
    case .idle:
      if !line.isEmpty { fill(Self.quarantine, now) }
    case .taken(let id):
      guard let member = members[id], member.phase == .ready, member.lanes.isEmpty else { return }
      if !member.hadLane, member.drain == nil, let next = line.popFirst() {
        announce(next.lane, on: id)
      } else {
        end(id, now)
      }
    case .pausing, .failed:
      break
    }
  }

  /// Notes that a lane has left the quarantine worker.
  mutating func noteServed(by id: MemberID, _ now: Int) {
    if members[id]?.seat == Self.quarantine { quarantineServedAt = now }
  }

  /// When a lane has waited long enough for the quarantine worker; nil while that has another.
  ///
  /// Its time begins when it asks, and anew whenever the worker has done with one before it: a lane does not pay for
  /// the trials of others, each of which comes to its own end, and where no worker comes, all of the line wait equally
  /// long.
  private func lineDeadline(of entry: LaneEntry) -> Int? {
    if case .taken(let id)? = seats[Self.quarantine]?.state, members[id]?.lanes.isEmpty == false {
      return nil
    }
    return max(entry.since, quarantineServedAt ?? entry.since) + limits.placementMilliseconds
  }

  /// When the first of the line has waited long enough; nil where nobody does.
  var lineDeadline: Int? {
    line.lazy.filter(isWaiting).compactMap { lanes[$0.lane].flatMap(lineDeadline(of:)) }.min()
  }

  /// Refuses the lanes of the line that have waited long enough.
  mutating func refuseWhatIsLateInLine(_ now: Int) {
    guard let deadline = lineDeadline, deadline <= now else { return }
    let former = line
    line = []
    for item in former where isWaiting(item) {
      guard let entry = lanes[item.lane] else { continue }
      if let deadline = lineDeadline(of: entry), deadline <= now {
        refuse(
          item.lane,
          "No quarantine worker for \(entry.wish) came within \(limits.placementMilliseconds) ms"
            + tellingOfStart(of: [Self.quarantine]))
      } else {
        line.append(item)
      }
    }
  }

  /// Refuses all lanes that wait for a quarantine worker.
  mutating func failLine(_ reason: String) {
    seats[Self.quarantine]?.intensity.reset()
    for item in line where isWaiting(item) {
      refuse(item.lane, "No quarantine worker can be started: \(reason)")
    }
    line = []
  }
}
