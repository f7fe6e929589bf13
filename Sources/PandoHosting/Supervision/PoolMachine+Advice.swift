// Behind a coordinator, which knows the loads that all stores together make.
extension PoolMachine {
  /// So many wishes are asked about at a time; the others have their turn later.
  private static let wishesAtOnce = 8

  /// Asks, now and then, which lanes may move because their worker has many and another few.
  ///
  /// Complexity: O(1); where it is time, O(lanes).
  mutating func askForAdvice(_ now: Int) {
    guard source == .coordinated, !lanes.isEmpty else {
      adviceDue = nil
      return
    }
    guard let due = adviceDue else {
      adviceDue = now + limits.balanceMilliseconds
      return
    }
    guard due <= now else { return }
    adviceDue = now + limits.balanceMilliseconds
    endBalancing(now)
    let held = lanesByWish
    let wishes = held.keys.sorted { "\($0)" < "\($1)" }
    for index in 0..<min(Self.wishesAtOnce, wishes.count) {
      let wish = wishes[(adviceTurn + index) % wishes.count]
      let workers = (held[wish] ?? [:]).map { WorkerLanes(worker: $0, lanes: $1) }
      directives.append(.askForAdvice(wish, workers.sorted { $0.worker < $1.worker }))
    }
    adviceTurn = wishes.isEmpty ? 0 : (adviceTurn + Self.wishesAtOnce) % wishes.count
  }

  /// The lanes that may move, by what they wish and where they are.
  private var lanesByWish: [PlacementWish: [WorkerID: Int]] {
    var held: [PlacementWish: [WorkerID: Int]] = [:]
    for (_, member) in members where member.phase == .ready && member.drain == nil {
      guard let worker = member.found?.worker else { continue }
      for lane in member.lanes {
        guard let entry = lanes[lane], mayBalance(entry) else { continue }
        held[entry.wish, default: [:]][worker, default: 0] += 1
      }
    }
    return held
  }

  private func mayBalance(_ entry: LaneEntry) -> Bool {
    guard case .on = entry.state else { return false }
    return entry.move == nil && entry.place == .shared && entry.wish.group == nil
  }

  /// Keeps places for as many lanes as may move. The store moves those that run no effects; the others stay, and
  /// others than they are next.
  mutating func follow(_ advice: BalanceAdvice?, _ wish: PlacementWish, _ now: Int) {
    guard !isStopping, let advice, advice.lanes > 0,
      let from = members.first(where: {
        $0.value.found?.worker == advice.from && $0.value.phase == .ready && $0.value.drain == nil
      }),
      let destination = member(for: advice.destination, now), destination != from.key
    else { return }
    let movable = from.value.lanes.filter { lane in
      lanes[lane].map { $0.wish == wish && mayBalance($0) } ?? false
    }
    .sorted { $0.rawValue < $1.rawValue }
    let later = movable.filter { $0.rawValue > lastBalanced.rawValue }
    let next = later + movable.prefix(movable.count - later.count)
    for lane in next.prefix(min(advice.lanes, limits.movesAtOnce)) {
      let ticket = nextTicket()
      lanes[lane]?.move = Move(ticket: ticket, state: .searching)
      balancing.append(BalancingMove(lane: lane, ticket: ticket))
      lastBalanced = lane
      if members[destination]?.phase == .ready {
        reserve(lane, on: destination)
      } else {
        bindMove(of: lane, to: destination)
      }
    }
  }

  /// Returns the member that a coordinator has named, which may have to come first; nil where it is not to be used.
  private mutating func member(for placement: Placement, _ now: Int) -> MemberID? {
    let current = members.first {
      $0.value.found?.endpoint == placement.endpoint && $0.value.phase != .gone
    }
    if let (id, member) = current {
      return member.found?.worker == placement.worker && member.drain == nil ? id : nil
    }
    if let since = suspects[placement.worker], now - since < limits.suspicionMilliseconds {
      return nil
    }
    return open(placement, now)
  }
}
