// What others read of the seats and their members.
extension PoolSeats {
  /// The relation of a worker that a coordinator names to the members.
  enum Acquaintance {
    case stranger
    /// It is a member.
    case member(MemberID)
    /// It has joined anew, or the answer is older than that: its process is the same, and its link lives.
    case rejoined(MemberID)
    /// A coordinator that was started again numbers everybody anew. Had another worker taken the endpoint, the link
    /// would have ended.
    case renumbered(MemberID)
    /// A member has replaced it at its endpoint.
    case elder
    /// It has replaced a member at its endpoint.
    case successor(MemberID)
  }

  subscript(id: MemberID) -> Member? { members[id] }
  subscript(seat: Int) -> Seat? { seats[seat] }
  var shared: [Int] { seats.keys.filter { $0 != Self.quarantine }.sorted() }
  var sorted: [(id: MemberID, member: Member)] {
    members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
  /// True if lanes are to wait for workers that have yet to come.
  var isAwaiting: Bool { seats.values.contains(where: \.isAwaited) }
  var awaitedCount: Int { seats.values.count(where: \.isAwaited) }

  func name(of member: Member) -> String { seats[member.seat]?.name ?? "a worker" }
  func isReady(_ id: MemberID) -> Bool { members[id]?.phase == .ready }

  /// Returns whether no worker hosts a feature, and none is to come that might.
  func isMissing(_ wish: PlacementWish) -> Bool {
    switch source {
    case .spawned:
      return hosted.map { !$0.contains(wish.feature) } ?? false
    case .connected:
      let ready = members.filter { $0.value.phase == .ready }
      // A worker of another build may be replaced by one of ours.
      return ready.count == seats.count
        && !ready.values.contains {
          $0.features.contains(wish.feature) && $0.traits.has(wish.labels)
        }
    case .coordinated:
      return false
    }
  }

  func acquaintance(_ placement: Placement) -> Acquaintance {
    let current = members.first {
      $0.value.found?.endpoint == placement.endpoint && !$0.value.isGone
    }
    guard let (id, member) = current, let found = member.found else { return .stranger }
    if found.worker == placement.worker { return .member(id) }
    if let life = placement.life, life == found.life { return .rejoined(id) }
    if isYounger(found.worker, than: placement.worker) { return .elder }
    if found.worker.coordinator != placement.worker.coordinator, member.phase == .ready {
      return .renumbered(id)
    }
    return .successor(id)
  }

  /// Returns whether a coordinator has given one id after another.
  func isYounger(_ worker: WorkerID, than other: WorkerID) -> Bool {
    worker.coordinator == other.coordinator && worker.number > other.number
  }

  /// Returns the seats whose pause is over.
  func pausesOver(_ now: Int) -> [Int] {
    seats.keys.sorted().filter { seat in
      if case .pausing(let until)? = seats[seat]?.state { until <= now } else { false }
    }
  }

  /// The next time at which a process is to end or to be killed, or a drain is late.
  ///
  /// - Parameter isStopping: True if processes are to be killed alone.
  func deadlines(isStopping: Bool) -> [Int] {
    var deadlines = members.values.compactMap(\.killAt).filter { $0 != .max }
    if isStopping { return deadlines }
    for seat in seats.values {
      if case .pausing(let until) = seat.state { deadlines.append(until) }
    }
    if let sharingDeadline { deadlines.append(sharingDeadline) }
    for member in members.values {
      if let drain = member.drain, !drain.isLate { deadlines.append(drain.deadline) }
      if let endAt = member.endAt { deadlines.append(endAt) }
    }
    return deadlines
  }
}
