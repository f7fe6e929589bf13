extension PoolMachine {
  /// A lane that is to move because its member has many.
  struct BalancingMove {
    let lane: LaneID
    let ticket: UInt64
  }

  /// A member that gives lanes, and the one that gets them.
  struct BalancingPair: Equatable {
    let rich: MemberID
    let poor: MemberID
  }

  /// Has lanes move from the member with the most to the best for them, where the difference is large and
  /// has lasted: a worker came back, or many lanes of another have ended. Members that take none of its lanes are
  /// passed over: they are full, host other features, or are of another build. So is one with lanes that nobody takes.
  ///
  /// What it leaves is far from what makes it act, so that no lane goes to and fro. Lanes that run effects stay.
  /// Lanes that are kept apart or together stay. Behind a coordinator others use the workers too, and one store's
  /// lanes say little of their load: there the coordinator is asked (`askForAdvice`).
  ///
  /// Complexity: O(members); where it acts or somebody is passed over, O(lanes + wishes * members).
  mutating func balance(_ now: Int) {
    if let balancingEnd, balancingEnd <= now {
      endBalancing(now)
      // Who has no worker, or is to leave one, is served before the next lanes move for balance.
      offerFreedPlaces(now)
      makeMoves(now)
    }
    guard source != .coordinated, let extremes, isLopsided(extremes) else {
      (lopsidedSince, lopsidedPair) = (nil, nil)
      return
    }
    guard let since = lopsidedSince else {
      lopsidedSince = now
      return
    }
    guard now - since >= limits.balanceMilliseconds else { return }
    lopsidedSince = now
    guard let pair = pairToBalance(now) else {
      lopsidedPair = nil
      return
    }
    // Of others than the extremes it is not known yet whether the difference has lasted.
    let former = lopsidedPair
    lopsidedPair = pair
    guard pair == extremes || pair == former else { return }
    move(pair, now)
    if !balancing.isEmpty { balancingEnd = now + limits.balanceMilliseconds }
  }

  private mutating func move(_ pair: BalancingPair, _ now: Int) {
    guard let rich = members[pair.rich], let poor = members[pair.poor] else { return }
    var left = min((rich.load - poor.load) / 2, limits.movesAtOnce)
    var room = poor.traits.lanesAtMost.map { $0 - poor.load } ?? .max
    for lane in rich.lanes.sorted(by: { $0.rawValue < $1.rawValue }) where left > 0 && room > 0 {
      guard let entry = lanes[lane], mayBalance(entry, pair.rich, now),
        hosts(entry.wish, pair.poor), isAsGood(pair.poor, as: pair.rich, entry.wish)
      else { continue }
      beginBalancing(lane)
      reserve(lane, on: pair.poor)
      left -= 1
      room -= 1
    }
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

  /// The members among which lanes move, with the number that they have.
  private var balanced: [(load: Int, id: MemberID)] {
    members.compactMap { id, member in
      member.phase == .ready && member.drain == nil && member.seat != Self.quarantine
        && member.traits.share == nil ? (member.load, id) : nil
    }
  }

  /// The members with the most and the fewest lanes; of equals the last and the first.
  private var extremes: BalancingPair? {
    let balanced = balanced
    guard let most = balanced.max(by: <), let least = balanced.min(by: <), most.id != least.id
    else { return nil }
    return BalancingPair(rich: most.id, poor: least.id)
  }

  /// Returns the member with the most lanes of which another takes one, if it has many more than that; nil where
  /// there is none.
  private func pairToBalance(_ now: Int) -> BalancingPair? {
    let balanced = balanced
    for (_, rich) in balanced.sorted(by: >) {
      var tried: Set<PlacementWish> = []
      for lane in members[rich]?.lanes.sorted(by: { $0.rawValue < $1.rawValue }) ?? [] {
        guard let entry = lanes[lane], mayBalance(entry, rich, now),
          tried.insert(entry.wish).inserted,
          let poor = destination(for: entry.wish, insteadOf: rich, among: balanced)
        else { continue }
        let pair = BalancingPair(rich: rich, poor: poor)
        if isLopsided(pair) { return pair }
      }
    }
    return nil
  }

  /// Returns the best member for a lane that is to leave another; nil where none takes it.
  private func destination(
    for wish: PlacementWish, insteadOf former: MemberID, among balanced: [(load: Int, id: MemberID)]
  ) -> MemberID? {
    let candidates = balanced.compactMap { load, id -> PlacementCandidate<MemberID>? in
      guard id != former, let member = members[id], hosts(wish, id), isAsGood(id, as: former, wish)
      else { return nil }
      return PlacementCandidate(id: id, load: load, traits: member.traits)
    }
    return PlacementPolicy.choose(wish, among: candidates)
  }

  /// Returns whether a lane finds no other build at one member than at another.
  private func isAsGood(_ one: MemberID, as other: MemberID, _ wish: PlacementWish) -> Bool {
    guard let new = members[one]?.traits, let old = members[other]?.traits else { return false }
    return !new.isOtherBuild(than: wish) || old.isOtherBuild(than: wish)
  }

  private func isLopsided(_ pair: BalancingPair) -> Bool {
    guard let most = members[pair.rich]?.load, let least = members[pair.poor]?.load else {
      return false
    }
    return most - least >= max(limits.balanceLanes, most / 4)
  }
}
