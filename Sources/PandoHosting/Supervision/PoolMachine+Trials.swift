// The worker for one lane alone. Each lane gets a process of its own: what another lane left in it, or broke, would be
// taken for the fault of the next.
extension PoolMachine {
  /// Gives the quarantine worker the lane that is next, or ends it where it had one, or is not needed.
  mutating func serveLine(_ now: Int) {
    // The first worker of all is a shared one: nobody knows before what the workers host.
    guard let seat = seats[PoolSeats.quarantine], seats.hosted != nil, !isStopping, failure == nil
    else { return }
    let isNeeded = trials.isNeeded(by: lanes)
    switch seat.state {
    case .idle:
      if isNeeded { fill(PoolSeats.quarantine, now) }
    case .taken(let id):
      guard let member = seats[id], member.phase == .ready, lanes.lanes(of: id).isEmpty else {
        return
      }
      if !member.hadLane, member.drain == nil, let next = trials.takeFirst() {
        announce(next, on: id)
      } else {
        end(id, now)
      }
    case .pausing, .failed:
      break
    }
  }

  /// Notes that a lane has left the quarantine worker.
  mutating func noteServed(by id: MemberID, _ now: Int) {
    if seats[id]?.seat == PoolSeats.quarantine { trials.noteServed(now) }
  }

  /// When the first of the line has waited long enough; nil while the quarantine worker has another.
  var lineDeadline: Int? {
    if case .taken(let id)? = seats[PoolSeats.quarantine]?.state, !lanes.lanes(of: id).isEmpty {
      return nil
    }
    return trials.deadline(lanes)
  }

  /// Refuses the lanes of the line that have waited long enough.
  mutating func refuseWhatIsLateInLine(_ now: Int) {
    guard let deadline = lineDeadline, deadline <= now else { return }
    for lane in trials.takeLate(now, lanes) {
      guard let wish = lanes[lane]?.wish else { continue }
      refuse(
        lane,
        "No quarantine worker for \(wish) came within \(limits.placementMilliseconds) ms"
          + seats.tellingOfStart(of: [PoolSeats.quarantine]))
    }
  }

  /// Refuses all lanes that wait for a quarantine worker.
  mutating func failLine(_ reason: String) {
    seats.resetFailures(of: PoolSeats.quarantine)
    for item in trials.takeAll() where lanes.isWaiting(item) {
      refuse(item.lane, "No quarantine worker can be started: \(reason)")
    }
  }
}
