/// Says when lanes move from a member with many to one with few.
///
/// Where the store alone decides, the difference must be large and have lasted: a worker came back, or many lanes of
/// another have ended. What a move leaves is far from what makes it act, so that no lane goes to and fro.
///
/// Behind a coordinator others use the workers too, so it is asked in rounds where a lane would go now that is on the
/// store's fullest member for its wish. It moves if that worker has, with the lanes of all, many fewer than the store
/// alone has on the member, and then one after the other is asked for until they are even. A way back would take more
/// lanes of one store on a worker than all have there.
struct Balancing {
  /// A member that gives lanes, and the one that gets them.
  private struct Pair: Equatable {
    let rich: MemberID
    let poor: MemberID
  }

  /// The lanes that are to move now, and the member that gets them.
  struct Plan {
    let lanes: [LaneID]
    let destination: MemberID
  }

  private enum State {
    case even
    /// Since when, and the members between which lanes were to move at the last look.
    case lopsided(since: Int, last: Pair?)
  }

  private struct Candidates {
    /// The next is the last.
    var lanes: [LaneID] = []
    /// True once one of them moves.
    var isMoving = false
  }

  private let limits: PoolLimits
  private var state = State.even
  /// The lanes that are to move, until their time is over.
  private var moving: [WaitingLane] = []
  /// The lanes that are asked for in this round behind a coordinator, by their wish.
  private var candidates: [PlacementWish: Candidates] = [:]
  /// When the moves end that were not made; nil where there are none.
  private(set) var end: Int?

  init(limits: PoolLimits) { self.limits = limits }

  /// Returns the lanes that are to move now, and where to; nil where none are.
  ///
  /// Complexity: O(members); where it acts or somebody is passed over, O(lanes + wishes * members).
  mutating func look(_ seats: PoolSeats, _ lanes: PoolLanes, _ now: Int) -> Plan? {
    let loads = Self.loads(seats, lanes)
    guard let extremes = Self.extremes(loads), isLopsided(extremes, lanes) else {
      state = .even
      return nil
    }
    guard case .lopsided(let since, let last) = state else {
      state = .lopsided(since: now, last: nil)
      return nil
    }
    guard now - since >= limits.balanceMilliseconds else { return nil }
    let pair = pair(among: loads, seats, lanes, now)
    state = .lopsided(since: now, last: pair)
    // Of others than the extremes it is not known yet whether the difference has lasted.
    guard let pair, pair == extremes || pair == last else { return nil }
    return plan(pair, seats, lanes, now)
  }

  private func plan(_ pair: Pair, _ seats: PoolSeats, _ lanes: PoolLanes, _ now: Int) -> Plan {
    let load = lanes.load(of: pair.poor)
    let room = seats[pair.poor]?.traits.lanesAtMost.map { $0 - load } ?? .max
    let count = min((lanes.load(of: pair.rich) - load) / 2, limits.movesAtOnce, room)
    let movable = lanes.sortedLanes(of: pair.rich).lazy.filter { lane in
      lanes.wishToBalance(lane, on: pair.rich, now).map {
        seats.takes($0, pair.poor, from: pair.rich)
      } ?? false
    }
    return Plan(lanes: Array(movable.prefix(max(0, count))), destination: pair.poor)
  }

  mutating func add(_ move: WaitingLane) { moving.append(move) }

  /// Begins the time in which the moves are to be made, where there are some.
  mutating func begin(_ now: Int) {
    if !moving.isEmpty { end = now + limits.balanceMilliseconds }
  }

  func isOver(_ now: Int) -> Bool { end.map { $0 <= now } ?? false }

  /// Takes the moves, made or not.
  mutating func takeMoves() -> [WaitingLane] {
    defer { (moving, end) = ([], nil) }
    return moving
  }

  // MARK: - Behind a coordinator

  /// Begins a round, and returns the wishes whose lanes are asked for.
  ///
  /// Complexity: O(members); with a member that has many lanes, O(lanes * log lanes).
  mutating func beginRound(
    _ seats: PoolSeats, _ lanes: PoolLanes, _ now: Int
  ) -> [PlacementWish] {
    candidates = [:]
    for (load, id) in Self.loads(seats, lanes).sorted(by: >) where load >= limits.balanceLanes {
      var found: [PlacementWish: Candidates] = [:]
      for lane in lanes.sortedLanes(of: id).reversed() {
        guard let wish = lanes.wishToBalance(lane, on: id, now) else { continue }
        found[wish, default: Candidates()].lanes.append(lane)
      }
      candidates.merge(found) { fuller, _ in fuller }
      end = now + limits.balanceMilliseconds
    }
    return candidates.keys.sorted { "\($0)" < "\($1)" }
  }

  /// Takes the next lane with a wish that is to be asked for in this round.
  mutating func nextCandidate(_ wish: PlacementWish) -> LaneID? {
    moving.count < limits.movesAtOnce ? candidates[wish]?.lanes.popLast() : nil
  }

  /// Returns whether a lane is one that moves, or may move, in this round.
  func contains(_ lane: WaitingLane) -> Bool { moving.contains { $0.ticket == lane.ticket } }

  /// Returns whether a lane is to leave its member for a worker that a coordinator has named for it.
  mutating func allows(
    _ wish: PlacementWish, _ placement: Placement, from former: MemberID, _ seats: PoolSeats,
    _ lanes: PoolLanes
  ) -> Bool {
    let isOfOtherBuild = WorkerTraits(build: placement.build).isOtherBuild(than: wish)
    guard let load = placement.lanes,
      !isOfOtherBuild || seats[former]?.traits.isOtherBuild(than: wish) == true
    else { return false }
    // Itself among them.
    let leaving = moving.count { lanes[$0.lane]?.move?.ticket == $0.ticket }
    let left = lanes.load(of: former) - leaving + 1
    let isMoving = candidates[wish]?.isMoving ?? false
    guard load <= left - (isMoving ? 1 : max(limits.balanceLanes, left / 4)) else { return false }
    candidates[wish]?.isMoving = true
    return true
  }

  // MARK: - Choice

  /// The members among which lanes move, with the number that they have.
  private static func loads(
    _ seats: PoolSeats, _ lanes: PoolLanes
  ) -> [(load: Int, id: MemberID)] {
    seats.members.compactMap { id, member in
      member.isShared && member.traits.share == nil ? (lanes.load(of: id), id) : nil
    }
  }

  /// The members with the most and the fewest lanes; of equals the last and the first.
  private static func extremes(_ loads: [(load: Int, id: MemberID)]) -> Pair? {
    guard let most = loads.max(by: <), let least = loads.min(by: <), most.id != least.id else {
      return nil
    }
    return Pair(rich: most.id, poor: least.id)
  }

  private func isLopsided(_ pair: Pair, _ lanes: PoolLanes) -> Bool {
    let most = lanes.load(of: pair.rich)
    return most - lanes.load(of: pair.poor) >= max(limits.balanceLanes, most / 4)
  }

  /// Returns the member with the most lanes of which another takes one, if it has many more than that; nil where
  /// there is none.
  ///
  /// Members that take none of its lanes are passed over: they are full, host other features, or are of another build.
  /// So is one with lanes that nobody takes.
  private func pair(
    among loads: [(load: Int, id: MemberID)], _ seats: PoolSeats, _ lanes: PoolLanes, _ now: Int
  ) -> Pair? {
    for (_, rich) in loads.sorted(by: >) {
      var tried: Set<PlacementWish> = []
      for lane in lanes.sortedLanes(of: rich) {
        guard let wish = lanes.wishToBalance(lane, on: rich, now), tried.insert(wish).inserted
        else { continue }
        let candidates = loads.compactMap { load, id -> PlacementCandidate<MemberID>? in
          guard id != rich, let member = seats[id], seats.takes(wish, id, from: rich) else {
            return nil
          }
          return PlacementCandidate(id: id, load: load, traits: member.traits)
        }
        guard let poor = PlacementPolicy.choose(wish, among: candidates) else { continue }
        let pair = Pair(rich: rich, poor: poor)
        if isLopsided(pair, lanes) { return pair }
      }
    }
    return nil
  }
}
