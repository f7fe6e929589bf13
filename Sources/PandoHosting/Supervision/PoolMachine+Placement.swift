// Lanes that ask for a member, and get one.
extension PoolMachine {
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
    let isAlone = place == .quarantine && seats[PoolSeats.quarantine] != nil
    let entry = lanes.add(
      lane, wish(for: feature, labels: labels, group: group),
      in: isAlone ? .quarantine : .shared, now)
    if place == .quarantine, !isAlone {
      lanes.change(lane, to: .resting(until: now + rest))
      trials.rest(WaitingLane(lane: lane, ticket: entry.ticket))
      return nil
    }
    return findMember(for: lane, entry, now)
  }

  private func wish(
    for feature: FeatureDescriptor, labels: [String], group: LaneGroup? = nil
  ) -> PlacementWish {
    // The store's own processes are all alike.
    if case .spawned = source { return PlacementWish(feature, group: group) }
    return PlacementWish(
      feature, labels: labels, build: build.id, sameBuild: build.isRequired, group: group)
  }

  /// Finds a member for a lane that begins to wait, unless there is none to expect.
  private mutating func findMember(
    for lane: LaneID, _ entry: PoolLanes.Entry, _ now: Int
  ) -> MemberID? {
    let item = WaitingLane(lane: lane, ticket: entry.ticket)
    if let failure {
      refuse(lane, failure)
    } else if seats.isMissing(entry.wish) {
      refuse(lane, reportMissing(entry.wish))
    } else if entry.place == .quarantine {
      trials.join(item)
      serveLine(now)
    } else if placesItself, lanes.waitingCount == 1 || !seats.isAwaiting,
      let member = choose(entry.wish)
    {
      lanes.change(lane, to: .on(member), of: member)
      probe(for: lane, entry.wish, now)
      return member
    } else {
      lanes.wait(item)
      if source == .coordinated {
        search(for: item, entry.wish, now)
      } else if let reason = seats.otherBuilds(than: entry.wish) {
        tellOfAbsence(of: entry.wish, reason)
      }
    }
    return nil
  }

  /// Places the lanes that have rested.
  mutating func placeRested(_ now: Int) {
    for lane in trials.takeRested(now, lanes) {
      lanes.change(lane, to: .waiting)
      guard let entry = lanes[lane], let member = findMember(for: lane, entry, now) else {
        continue
      }
      announce(lane, on: member)
    }
  }

  /// Takes a lane out, wherever it is.
  mutating func release(_ lane: LaneID, _ now: Int) {
    endMove(of: lane)
    moves.forget(lane)
    guard let member = lanes.remove(lane) else { return }
    noteServed(by: member, now)
    serveLine(now)
    // One that was full takes another. Where there is a coordinator, it alone knows what other programs have there.
    guard placesItself else { return noteFreedPlace(on: member) }
    if seats[member]?.traits.lanesAtMost != nil {
      if lanes.waitingCount > 0 { placeAll() }
      moves.retryStranded(now)
    }
  }

  /// Tells the store that a lane has a member.
  mutating func announce(_ lane: LaneID, on member: MemberID) {
    guard let wish = lanes[lane]?.wish else { return }
    lanes.change(lane, to: .announced(member), of: member)
    calls.append(.placed(lane, member))
    if notices.tellPresent(wish) {
      note("the children that waited for a worker have one: \(wish)")
    }
  }

  /// Tells the store that a lane has no member to expect.
  mutating func refuse(_ lane: LaneID, _ reason: String) {
    guard let entry = lanes[lane] else { return }
    lanes.change(lane, to: .refused)
    calls.append(.unhostable(lane, ticket: entry.ticket, reason: reason))
  }

  // MARK: - Those that wait

  /// Places everything that waits on members that are there.
  mutating func placeAll() {
    for item in lanes.takeWaiting() where lanes.isWaiting(item) {
      if let wish = lanes[item.lane]?.wish, let member = choose(wish) {
        announce(item.lane, on: member)
      } else {
        lanes.wait(item)
      }
    }
  }

  /// Gives a member that has just come its part of what waits.
  mutating func share(with member: MemberID) {
    let awaited = seats.awaitedCount
    guard awaited > 0 else { return placeAll() }
    // Its part is for the policy to say, once all are there.
    guard let traits = seats[member]?.traits, traits.share == nil else { return }
    let hosted = lanes.waiting.filter { item in
      // Those of a group are for the policy too.
      guard let wish = lanes[item.lane]?.wish, wish.group == nil else { return false }
      // A worker of the program's own build may be among those to come.
      return seats.hosts(wish, member) && !traits.isKnownAsOtherBuild(than: wish)
    }
    let part = (hosted.count + awaited) / (awaited + 1)
    for item in hosted.prefix(min(traits.lanesAtMost ?? .max, part)) {
      announce(item.lane, on: member)
    }
    lanes.forgetServed()
  }

  /// Returns the member that a lane goes to now; nil where none can take it.
  mutating func choose(_ wish: PlacementWish) -> MemberID? {
    let chosen = PlacementPolicy.choose(
      wish, among: seats.candidates(for: wish, lanes), turn: placedCount)
    if chosen != nil { placedCount += 1 }
    return chosen
  }

  /// The lanes that wait though a linked member would take them, for a check that no outage keeps them waiting.
  package var placeableLanes: [LaneID] {
    lanes.waiting.filter { item in
      guard let wish = lanes[item.lane]?.wish else { return false }
      return seats.candidates(for: wish, lanes).contains { $0.hasRoom && $0.traits.fits(wish) }
    }.map(\.lane)
  }

  // MARK: - Features that nobody hosts

  /// Reports the features of the store's tree that nobody hosts, though nothing was sent to them yet.
  mutating func reportWhatIsMissing() {
    for feature in declared {
      let wish = wish(for: feature.feature, labels: feature.labels)
      if seats.isMissing(wish) { reportMissing(wish) }
    }
  }

  /// Refuses what waits for a feature that nobody hosts.
  mutating func refuseWhatIsMissing() {
    let items = lanes.waiting + trials.inLine(lanes)
    let missing = Set(items.compactMap { lanes[$0.lane]?.wish }).filter(seats.isMissing)
    for item in items {
      if let wish = lanes[item.lane]?.wish, missing.contains(wish) {
        refuse(item.lane, reportMissing(wish))
      }
    }
  }

  /// Reports it, once for each wish, and returns what was said.
  @discardableResult
  private mutating func reportMissing(_ wish: PlacementWish) -> String {
    let reason = seats.absence(
      of: wish, place: declared.first { $0.feature == wish.feature }?.place)
    if notices.tellMissing(wish) { report(reason) }
    return reason
  }

  mutating func tellOfAbsence(of wish: PlacementWish, _ reason: String) {
    guard notices.tellAbsent(wish) else { return }
    let seconds = limits.placementMilliseconds / 1_000
    note(
      "children wait for a worker, each for up to \(seconds) s, and go on when one comes: \(reason)"
    )
  }
}
