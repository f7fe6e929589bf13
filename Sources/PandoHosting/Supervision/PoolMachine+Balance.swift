extension PoolMachine {
  /// A lane that is to move because its member has many.
  struct BalancingMove {
    let lane: LaneID
    let ticket: UInt64
  }

  /// Has lanes move from the member with the most to the one with the fewest, where the difference is large and
  /// has lasted: a worker came back, or many lanes of another have ended.
  ///
  /// What it leaves is far from what makes it act, so that no lane goes to and fro. Lanes that run effects stay.
  /// Lanes that are kept apart or together stay. Behind a coordinator others use the workers too, and one store's
  /// lanes say little of their load: there the coordinator is asked (`askForAdvice`).
  ///
  /// Complexity: O(members); where it acts, O(lanes).
  mutating func balance(_ now: Int) {
    if let balancingEnd, balancingEnd <= now {
      endBalancing(now)
      // Who has no worker, or is to leave one, is served before the next lanes move for balance.
      offerFreedPlaces(now)
      makeMoves(now)
    }
    guard source != .coordinated, let (most, least) = extremes, isLopsided(most, least) else {
      lopsidedSince = nil
      return
    }
    guard let since = lopsidedSince else {
      lopsidedSince = now
      return
    }
    guard now - since >= limits.balanceMilliseconds else { return }
    lopsidedSince = now
    guard let rich = members[most], let poor = members[least] else { return }
    var left = min((rich.load - poor.load) / 2, limits.movesAtOnce)
    var room = poor.traits.lanesAtMost.map { $0 - poor.load } ?? .max
    for lane in rich.lanes.sorted(by: { $0.rawValue < $1.rawValue }) where left > 0 && room > 0 {
      guard let entry = lanes[lane], mayBalance(entry, most, now), hosts(entry.wish, least),
        isAsGood(least, as: most, entry.wish)
      else { continue }
      beginBalancing(lane)
      reserve(lane, on: least)
      left -= 1
      room -= 1
    }
    if !balancing.isEmpty { balancingEnd = now + limits.balanceMilliseconds }
  }

  /// Returns whether a lane may move from its member because that has many.
  func mayBalance(_ entry: LaneEntry, _ member: MemberID, _ now: Int) -> Bool {
    entry.state == .on(member) && entry.move == nil && entry.place == .shared
      && entry.wish.group == nil && (entry.staysUntil ?? now) <= now
  }

  mutating func beginBalancing(_ lane: LaneID) {
    let ticket = nextTicket()
    lanes[lane]?.move = Move(ticket: ticket, state: .searching)
    balancing.append(BalancingMove(lane: lane, ticket: ticket))
  }

  /// Ends the moves that were not made since the last round. A lane that the store was told to move, and that runs
  /// effects, stays for a while.
  mutating func endBalancing(_ now: Int) {
    for item in balancing {
      guard let move = lanes[item.lane]?.move, move.ticket == item.ticket else { continue }
      if case .reserved = move.state {
        lanes[item.lane]?.staysUntil = now + limits.stayMilliseconds
      }
      endMove(of: item.lane)
      if case .on(let member)? = lanes[item.lane]?.state { leaveIfDraining(item.lane, member) }
    }
    balancing = []
    balancingEnd = nil
  }

  /// The members with the most and the fewest lanes; of equals the first.
  private var extremes: (most: MemberID, least: MemberID)? {
    var most: (load: Int, id: MemberID)?
    var least: (load: Int, id: MemberID)?
    for (id, member) in members
    where member.phase == .ready && member.drain == nil && member.seat != Self.quarantine
      && member.traits.share == nil
    {
      let load = member.load
      if most.map({ (load, $0.id) > ($0.load, id) }) ?? true { most = (load, id) }
      if least.map({ (load, id) < ($0.load, $0.id) }) ?? true { least = (load, id) }
    }
    guard let most, let least, most.id != least.id else { return nil }
    return (most.id, least.id)
  }

  /// Returns whether a lane finds no other build at one member than at another.
  private func isAsGood(_ one: MemberID, as other: MemberID, _ wish: PlacementWish) -> Bool {
    guard let new = members[one]?.traits, let old = members[other]?.traits else { return false }
    return !new.isOtherBuild(than: wish) || old.isOtherBuild(than: wish)
  }

  private func isLopsided(_ most: MemberID, _ least: MemberID) -> Bool {
    guard let most = members[most]?.load, let least = members[least]?.load else { return false }
    return most - least >= max(limits.balanceLanes, most / 4)
  }
}
