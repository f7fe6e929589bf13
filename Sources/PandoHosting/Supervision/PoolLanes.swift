import DequeModule

/// A lane that waits, as a queue holds it. One that waits no longer stays there until it is met: its ticket tells.
struct WaitingLane {
  let lane: LaneID
  let ticket: UInt64
}

/// The lanes of a pool: the state of each, the queues of those that wait, and how many each member has.
///
/// A lane waits until a member hosts it, is *announced* until the store was told, and is *on* the member from then on.
struct PoolLanes {
  /// A wish that many lanes have, held once for all of them.
  fileprivate final class CommonWish {
    let wish: PlacementWish

    init(_ wish: PlacementWish) { self.wish = wish }
  }

  enum State: Equatable {
    case waiting
    /// Waits for this very member to become ready.
    case bound(MemberID)
    case announced(MemberID)
    case on(MemberID)
    /// Rests before its trial on a worker that other stores use.
    case resting(until: Int)
    /// The store is to be told that there is no worker.
    case refused
  }

  /// The way of a lane from one member to another, which it goes when its effects have ended.
  struct Move {
    enum State: Equatable {
      /// Asks the coordinator for a worker.
      case searching
      /// Waits for this very member to become ready.
      case bound(MemberID)
      /// The member is there, and the store was told.
      case reserved(MemberID)
    }

    let ticket: UInt64
    fileprivate(set) var state = State.searching

    /// The member that counts it among those that come.
    fileprivate var destination: MemberID? {
      switch state {
      case .searching: nil
      case .bound(let member), .reserved(let member): member
      }
    }
  }

  struct Entry {
    private let common: CommonWish
    let place: LanePlace
    let ticket: UInt64
    let since: Int
    fileprivate(set) var state = State.waiting
    /// Set while it is to move to another member.
    fileprivate(set) var move: Move?
    /// Until when it stays, as it did when it was to move to a member with fewer lanes.
    fileprivate var staysUntil: Int?

    fileprivate init(_ common: CommonWish, _ place: LanePlace, ticket: UInt64, since: Int) {
      (self.common, self.place, self.ticket, self.since) = (common, place, ticket, since)
    }

    var wish: PlacementWish { common.wish }
  }

  private var entries: [LaneID: Entry] = [:]
  private var shares: [MemberID: Share] = [:]
  /// The wish that a lane of a feature had last: most have the same.
  private var lastWishes: [FeatureDescriptor: CommonWish] = [:]
  /// The lanes that wait for a shared worker, longest first.
  private var queue: Deque<WaitingLane> = []
  /// The number of lanes that wait for a shared worker.
  private(set) var waitingCount = 0
  private var lastTicket: UInt64 = 0

  // MARK: - One lane

  subscript(lane: LaneID) -> Entry? { entries[lane] }

  /// Adds a lane, which waits.
  mutating func add(
    _ lane: LaneID, _ wish: PlacementWish, in place: LanePlace, _ now: Int
  ) -> Entry {
    let last = lastWishes[wish.feature]
    let common = if let last, last.wish == wish { last } else { CommonWish(wish) }
    lastWishes[wish.feature] = common
    let entry = Entry(common, place, ticket: nextTicket(), since: now)
    entries[lane] = entry
    if place == .shared { waitingCount += 1 }
    return entry
  }

  private mutating func nextTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  /// Gives a lane another state than the one it is in.
  mutating func change(_ lane: LaneID, to state: State) {
    guard let entry = entries[lane] else { return }
    if entry.place == .shared {
      if entry.state == .waiting { waitingCount -= 1 }
      if state == .waiting { waitingCount += 1 }
    }
    entries[lane]?.state = state
  }

  /// Gives a lane a member, in one of the states that name it.
  mutating func change(_ lane: LaneID, to state: State, of member: MemberID) {
    change(lane, to: state)
    if let wish = entries[lane]?.wish { shares[member, default: Share()].add(lane, wish) }
  }

  /// A lane that was bound to a member waits again, as that does not host it.
  mutating func unbind(_ lane: LaneID, from member: MemberID) -> WaitingLane? {
    guard let entry = entries[lane] else { return nil }
    shares[member]?.remove(lane, entry.wish)
    change(lane, to: .waiting)
    queue.append(WaitingLane(lane: lane, ticket: entry.ticket))
    return queue.last
  }

  /// Takes out a lane that is on its way nowhere. Returns the member that it had; nil where it had none.
  mutating func remove(_ lane: LaneID) -> MemberID? {
    guard let entry = entries[lane] else { return nil }
    change(lane, to: .refused)
    entries[lane] = nil
    switch entry.state {
    case .bound(let member), .announced(let member), .on(let member):
      shares[member]?.remove(lane, entry.wish)
      return member
    case .waiting, .resting, .refused:
      return nil
    }
  }

  // MARK: - Those that wait

  /// The lanes that wait for a shared worker, longest first.
  var waiting: [WaitingLane] { queue.filter(isWaiting) }

  func isWaiting(_ waiting: WaitingLane) -> Bool {
    guard let entry = entries[waiting.lane] else { return false }
    if entry.ticket == waiting.ticket { return entry.state == .waiting }
    return entry.move?.ticket == waiting.ticket && entry.move?.state == .searching
  }

  /// Since when the lane waits that has waited longest.
  var longestSince: Int? {
    queue.first(where: isWaiting).flatMap { entries[$0.lane]?.since }
  }

  /// Takes the lane that has waited longest, if it began at a time or before.
  mutating func takeLongest(since time: Int) -> LaneID? {
    while let first = queue.first {
      if isWaiting(first), let entry = entries[first.lane] {
        guard entry.since <= time else { return nil }
        queue.removeFirst()
        return first.lane
      }
      queue.removeFirst()
    }
    return nil
  }

  mutating func wait(_ item: WaitingLane) {
    queue.append(item)
    // So that what waits no longer takes no more room than what waits.
    if queue.count > 64, queue.count > 2 * waitingCount { forgetServed() }
  }

  /// Takes all that wait, and some that do no longer.
  mutating func takeWaiting() -> [WaitingLane] {
    defer { queue = [] }
    return Array(queue)
  }

  /// Puts back what a member has left: what has waited longest is first.
  mutating func putBack(_ back: [WaitingLane]) {
    // One that found a member before its turn is in the queue still.
    let tickets = Set(back.map(\.ticket))
    let others = queue.filter { !tickets.contains($0.ticket) && isWaiting($0) }
    queue = Deque((others + back).sorted { $0.ticket < $1.ticket })
  }

  mutating func forgetServed() { queue = Deque(queue.filter(isWaiting)) }

  // MARK: - Moves

  /// Has a lane search for another member.
  @discardableResult
  mutating func beginMove(of lane: LaneID) -> WaitingLane {
    let ticket = nextTicket()
    entries[lane]?.move = Move(ticket: ticket)
    return WaitingLane(lane: lane, ticket: ticket)
  }

  /// Gives the move of a lane a destination, or takes that away. Returns the move.
  @discardableResult
  mutating func changeMove(of lane: LaneID, to state: Move.State) -> Move? {
    guard let entry = entries[lane], let former = entry.move else { return nil }
    if let member = former.destination { shares[member]?.expectNoLonger(lane, entry.wish) }
    entries[lane]?.move?.state = state
    let move = Move(ticket: former.ticket, state: state)
    if let member = move.destination { shares[member, default: Share()].expect(lane, entry.wish) }
    return move
  }

  /// A lane goes nowhere any more. Returns the member that has kept a place for it.
  @discardableResult
  mutating func endMove(of lane: LaneID) -> MemberID? {
    guard let entry = entries[lane], let move = entry.move else { return nil }
    entries[lane]?.move = nil
    guard let member = move.destination else { return nil }
    shares[member]?.expectNoLonger(lane, entry.wish)
    return member
  }

  /// A lane leaves its member for the one that keeps a place for it.
  mutating func finishMove(of lane: LaneID, from former: MemberID, to member: MemberID) {
    guard let entry = entries[lane] else { return }
    endMove(of: lane)
    shares[former]?.remove(lane, entry.wish)
    change(lane, to: .on(member), of: member)
  }

  /// Has a lane stay for a while, as it did when it was to move for balance.
  mutating func keep(_ lane: LaneID, until time: Int) { entries[lane]?.staysUntil = time }

  /// Returns the wish of a lane that may move from its member because that has many; nil where it is to stay.
  func wishToBalance(_ lane: LaneID, on member: MemberID, _ now: Int) -> PlacementWish? {
    guard let entry = entries[lane], entry.state == .on(member), entry.move == nil,
      entry.place == .shared, entry.wish.group == nil, (entry.staysUntil ?? now) <= now
    else { return nil }
    return entry.wish
  }

  // MARK: - Members

  /// The lanes that a member has; none where it is gone.
  func lanes(of member: MemberID) -> Set<LaneID> { shares[member]?.lanes ?? [] }
  func sortedLanes(of member: MemberID) -> [LaneID] {
    lanes(of: member).sorted { $0.rawValue < $1.rawValue }
  }
  func sortedArrivals(at member: MemberID) -> [LaneID] {
    (shares[member]?.arriving ?? []).sorted { $0.rawValue < $1.rawValue }
  }

  /// The number of lanes that a member has or is about to have.
  func load(of member: MemberID) -> Int {
    shares[member].map { $0.lanes.count + $0.arriving.count } ?? 0
  }

  /// The number of lanes of a group that a member has or is about to have; nil where there are none.
  func count(of group: LaneGroup, on member: MemberID) -> Int? { shares[member]?.groups[group] }

  /// The number of groups that members count lanes of.
  var groupCount: Int {
    shares.values.reduce(into: Set<LaneGroup>()) { $0.formUnion($1.groups.keys) }.count
  }

  /// A member takes no more lanes. Those that the store was not told of wait again; the store asks for the others once
  /// it hears of the loss.
  mutating func leave(_ member: MemberID) -> Remains {
    guard let share = shares.removeValue(forKey: member) else { return Remains() }
    var remains = Remains(arriving: share.arriving)
    for lane in share.arriving { entries[lane]?.move = nil }
    // Each is looked up once: of many lanes none is in a cache.
    for lane in share.lanes {
      guard let index = entries.index(forKey: lane) else { continue }
      if entries.values[index].move != nil, let freed = endMove(of: lane) {
        remains.freed.append(freed)
      }
      if case .on = entries.values[index].state {
        entries.remove(at: index)
        remains.servedCount += 1
      } else {
        remains.back.append(WaitingLane(lane: lane, ticket: entries.values[index].ticket))
        change(lane, to: .waiting)
      }
    }
    return remains
  }
}
