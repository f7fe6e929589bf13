import DequeModule

extension PoolMachine {
  /// A wish that many lanes have, held once for all of them.
  final class CommonWish {
    let wish: PlacementWish

    init(_ wish: PlacementWish) { self.wish = wish }
  }

  /// Returns the wish as other lanes of the feature hold it, where they wish the same.
  private mutating func common(_ wish: PlacementWish) -> CommonWish {
    if let last = lastWishes[wish.feature], last.wish == wish { return last }
    let common = CommonWish(wish)
    lastWishes[wish.feature] = common
    return common
  }

  func wish(
    for feature: FeatureDescriptor, labels: [String], group: LaneGroup? = nil
  ) -> PlacementWish {
    // The store's own processes are all alike.
    if case .spawned = source { return PlacementWish(feature, group: group) }
    return PlacementWish(
      feature, labels: labels, build: build.id, sameBuild: build.isRequired, group: group)
  }

  /// The longest time that a lane rests before its trial on a worker that other stores use.
  package static let longestRestMilliseconds = 400

  /// Finds a member for a lane: at once, or later by a call. A lane that had one gives it up.
  ///
  /// Complexity: O(members); amortised over all lanes, no more for a lane that waits.
  ///
  /// - Parameter rest: How long the lane rests where it is to have its trial among others, by chance.
  ///   Stores that lost the same worker would try their suspects at the same moment, and each would be
  ///   struck by the one that is at fault.
  package mutating func place(
    _ lane: LaneID, _ feature: FeatureDescriptor, labels: [String] = [],
    group: LaneGroup? = nil, in place: LanePlace, restMilliseconds rest: Int = 0,
    now: Int
  ) -> MemberID? {
    release(lane, now)
    guard !isStopping else { return nil }
    let isAlone = place == .quarantine && seats[Self.quarantine] != nil
    let wish = wish(for: feature, labels: labels, group: group)
    let entry = LaneEntry(
      common: common(wish), place: isAlone ? .quarantine : .shared, ticket: nextTicket(), since: now
    )
    lanes[lane] = entry
    if place == .quarantine, !isAlone {
      lanes[lane]?.state = .resting(until: now + rest)
      resting.append(Waiting(lane: lane, ticket: entry.ticket))
      return nil
    }
    if !isAlone { waitingCount += 1 }
    return findMember(for: lane, entry, now)
  }

  /// Finds a member for a lane that begins to wait, unless there is none to expect.
  private mutating func findMember(
    for lane: LaneID, _ entry: LaneEntry, _ now: Int
  ) -> MemberID? {
    if let failure {
      refuse(lane, failure)
    } else if isMissing(entry.wish) {
      refuseMissing(lane, entry.wish)
    } else if entry.place == .quarantine {
      line.append(Waiting(lane: lane, ticket: entry.ticket))
      serveLine(now)
    } else if placesItself, waitingCount == 1 || !seats.values.contains(where: \.isAwaited),
      let member = choose(entry.wish)
    {
      change(lane, to: .on(member))
      members[member]?.add(lane, entry.wish)
      probe(for: lane, entry.wish, now)
      return member
    } else if source == .coordinated {
      wait(lane, entry)
      search(for: lane, entry.wish, ticket: entry.ticket, now)
    } else {
      wait(lane, entry)
      tellOfOtherBuilds(entry.wish)
    }
    return nil
  }

  /// Places the lanes that have rested.
  mutating func placeRested(_ now: Int) {
    let former = resting
    resting = []
    for item in former {
      guard let entry = lanes[item.lane], entry.ticket == item.ticket,
        case .resting(let until) = entry.state
      else { continue }
      if until > now {
        resting.append(item)
        continue
      }
      change(item.lane, to: .waiting)
      if let member = findMember(for: item.lane, entry, now) { announce(item.lane, on: member) }
    }
  }

  func isWaiting(_ waiting: Waiting) -> Bool {
    guard let entry = lanes[waiting.lane] else { return false }
    if entry.ticket == waiting.ticket { return entry.state == .waiting }
    return entry.move?.ticket == waiting.ticket && entry.move?.state == .searching
  }

  private mutating func wait(_ lane: LaneID, _ entry: LaneEntry) {
    waiting.append(Waiting(lane: lane, ticket: entry.ticket))
    // So that what waits no longer takes no more room than what waits.
    if waiting.count > 64, waiting.count > 2 * waitingCount {
      waiting = Deque(waiting.filter(isWaiting))
    }
  }

  /// Gives a lane another state than the one it is in.
  mutating func change(_ lane: LaneID, to state: LaneEntry.State) {
    guard let entry = lanes[lane] else { return }
    if entry.place == .shared {
      if entry.state == .waiting { waitingCount -= 1 }
      if state == .waiting { waitingCount += 1 }
    }
    lanes[lane]?.state = state
  }

  /// Takes a lane out, wherever it is.
  mutating func release(_ lane: LaneID, _ now: Int) {
    guard let state = lanes[lane]?.state, let wish = lanes[lane]?.wish else { return }
    endMove(of: lane)
    change(lane, to: .refused)
    lanes[lane] = nil
    switch state {
    case .bound(let member), .announced(let member), .on(let member):
      members[member]?.remove(lane, wish)
      noteServed(by: member, now)
      serveLine(now)
      // One that was full takes another. A coordinator is asked again and again by those that wait: it alone knows
      // what other programs have there.
      if placesItself, members[member]?.traits.lanesAtMost != nil {
        if waitingCount > 0 { placeAll() }
        retryMoves(now)
      }
    case .waiting, .resting, .refused:
      break
    }
  }

  /// Tells the store that a lane has a member.
  mutating func announce(_ lane: LaneID, on member: MemberID) {
    guard let wish = lanes[lane]?.wish else { return }
    change(lane, to: .announced(member))
    members[member]?.add(lane, wish)
    calls.append(.placed(lane, member))
    if !wishesToldOf.isEmpty { tellOfPresence(of: wish) }
  }

  /// Tells the store that a lane has no member to expect.
  mutating func refuse(_ lane: LaneID, _ reason: String) {
    guard let entry = lanes[lane] else { return }
    change(lane, to: .refused)
    calls.append(.unhostable(lane, ticket: entry.ticket, reason: reason))
  }

  /// Places everything that waits on members that are there.
  mutating func placeAll() {
    let former = waiting
    waiting = []
    for item in former where isWaiting(item) {
      if let wish = lanes[item.lane]?.wish, let member = choose(wish) {
        announce(item.lane, on: member)
      } else {
        waiting.append(item)
      }
    }
  }

  /// Gives a member that has just come its part of what waits.
  mutating func share(with member: MemberID) {
    let awaited = seats.values.count(where: \.isAwaited)
    guard awaited > 0 else { return placeAll() }
    // Its part is for the policy to say, once all are there.
    if members[member]?.traits.share != nil { return }
    let hosted = waiting.filter { item in
      // Those of a group are for the policy too.
      guard isWaiting(item), let wish = lanes[item.lane]?.wish, wish.group == nil else {
        return false
      }
      // A worker of the program's own build may be among those to come.
      return hosts(wish, member) && members[member]?.traits.isKnownAsOtherBuild(than: wish) != true
    }
    let room = members[member].flatMap { $0.traits.lanesAtMost.map { $0 } } ?? .max
    for item in hosted.prefix(min(room, (hosted.count + awaited) / (awaited + 1))) {
      announce(item.lane, on: member)
    }
    waiting = Deque(waiting.filter(isWaiting))
  }

  /// Returns the member that a lane goes to now; nil where none can take it.
  mutating func choose(_ wish: PlacementWish) -> MemberID? {
    let chosen = PlacementPolicy.choose(wish, among: candidates(for: wish), turn: placedCount)
    if chosen != nil { placedCount += 1 }
    return chosen
  }

  func candidates(for wish: PlacementWish) -> some Sequence<PlacementCandidate<MemberID>> {
    members.lazy.filter { _, member in
      member.phase == .ready && member.drain == nil && member.seat != Self.quarantine
        && member.features.contains(wish.feature)
    }
    .map { [seats] id, member in
      var candidate = PlacementCandidate(id: id, load: member.load, traits: member.traits)
      if let group = wish.group {
        candidate.neighbours = member.groups[group] ?? 0
        // A coordinator goes by the same, so that either finds a key's worker.
        let name = member.found.map { $0.life ?? $0.endpoint } ?? seats[member.seat]?.name
        candidate.seed = LaneGroup.seed(of: name ?? "")
      }
      return candidate
    }
  }

  /// Returns whether a member hosts what is wished for, whether or not it has room.
  func hosts(_ wish: PlacementWish, _ id: MemberID) -> Bool {
    guard let member = members[id] else { return false }
    return member.features.contains(wish.feature) && member.traits.fits(wish)
  }

  // MARK: - Features that nobody hosts
}
