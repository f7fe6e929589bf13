// Behind a coordinator, which knows the loads that all stores together make.
extension PoolMachine {
  /// When a coordinator is asked which lanes may move.
  struct AdviceRound {
    /// So many wishes are asked about in one round; the others have their turn later.
    static let wishesAtMost = 8

    /// Grows with every round. An answer of an earlier round comes too late: what it granted is soon forgotten.
    var number: UInt64 = 0
    /// When the next round is due.
    var due: Int?
    /// The wish with which the next round begins, among all in order.
    var firstWish = 0
  }

  /// Asks, now and then, which lanes may move because their worker has many and another few.
  ///
  /// Complexity: O(1); where it is time, O(lanes).
  mutating func askForAdvice(_ now: Int) {
    guard source == .coordinated, !lanes.isEmpty else {
      advice.due = nil
      return
    }
    guard let due = advice.due else {
      advice.due = now + limits.balanceMilliseconds
      return
    }
    guard due <= now else { return }
    advice.due = now + limits.balanceMilliseconds
    advice.number += 1
    endBalancing(now)
    let held = lanesByWish(now)
    let wishes = held.keys.map { ("\($0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    for index in 0..<min(AdviceRound.wishesAtMost, wishes.count) {
      let wish = wishes[(advice.firstWish + index) % wishes.count]
      let workers = (held[wish] ?? [:]).map { found, lanes in
        WorkerLanes(worker: found.worker, lanes: lanes, life: found.life)
      }
      directives.append(
        .askForAdvice(
          wish, round: advice.number, holding: workers.sorted { $0.worker < $1.worker }))
    }
    advice.firstWish =
      wishes.isEmpty ? 0 : (advice.firstWish + AdviceRound.wishesAtMost) % wishes.count
  }

  /// The lanes that may move, by what they wish and where they are.
  private func lanesByWish(_ now: Int) -> [PlacementWish: [Placement: Int]] {
    var held: [PlacementWish: [Placement: Int]] = [:]
    for (id, member) in members where member.phase == .ready && member.drain == nil {
      guard let worker = member.found else { continue }
      // Most lanes wish the same, and to look a wish up takes longer than to compare it.
      var run: (wish: PlacementWish, count: Int)?
      func endRun() {
        if let run { held[run.wish, default: [:]][worker, default: 0] += run.count }
      }
      for lane in member.lanes {
        guard let entry = lanes[lane], mayBalance(entry, id, now) else { continue }
        if run?.wish == entry.wish {
          run?.count += 1
        } else {
          endRun()
          run = (entry.wish, 1)
        }
      }
      endRun()
    }
    return held
  }

  /// Keeps places for as many lanes as may move. The store moves those that run no effects; the others stay for a
  /// while, so that others than they are next.
  mutating func follow(
    _ advice: BalanceAdvice?, _ wish: PlacementWish, _ round: UInt64, _ now: Int
  ) {
    guard !isStopping, round == self.advice.number, let advice, advice.lanes > 0,
      let (former, _) = members.first(where: {
        $0.value.found?.worker == advice.from && $0.value.phase == .ready && $0.value.drain == nil
      })
    else { return }
    let movable = (members[former]?.lanes ?? []).filter { lane in
      lanes[lane].map { $0.wish == wish && mayBalance($0, former, now) } ?? false
    }
    guard !movable.isEmpty, let destination = member(for: advice.destination, now),
      destination != former
    else { return }
    let isReady = members[destination]?.phase == .ready
    if isReady, !hosts(wish, destination) { return }
    let count = min(advice.lanes, limits.movesAtOnce)
    for lane in movable.sorted(by: { $0.rawValue < $1.rawValue }).prefix(count) {
      beginBalancing(lane)
      if isReady { reserve(lane, on: destination) } else { bindMove(of: lane, to: destination) }
    }
  }

  /// Returns the member that a coordinator has named, which may have to come first; nil where it is not to be used.
  private mutating func member(for placement: Placement, _ now: Int) -> MemberID? {
    let current = members.first {
      $0.value.found?.endpoint == placement.endpoint && $0.value.phase != .gone
    }
    if let (id, member) = current {
      guard member.drain == nil else { return nil }
      if member.found?.worker == placement.worker { return id }
      // It has joined anew: its process is the same, and its link lives.
      guard let life = placement.life, life == member.found?.life else { return nil }
      renew(id, placement)
      return id
    }
    if isSuspect(placement, now) { return nil }
    return open(placement, now)
  }
}
