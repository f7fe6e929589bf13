extension PoolMachine.Member {
  /// Counts a lane among those that it has.
  mutating func add(_ lane: LaneID, _ wish: PlacementWish) {
    if lanes.insert(lane).inserted { count(1, of: wish) }
  }

  mutating func remove(_ lane: LaneID, _ wish: PlacementWish) {
    if lanes.remove(lane) != nil { count(-1, of: wish) }
  }

  /// Counts a lane among those that are to move to it.
  mutating func expect(_ lane: LaneID, _ wish: PlacementWish) {
    if arriving.insert(lane).inserted { count(1, of: wish) }
  }

  mutating func expectNoLonger(_ lane: LaneID, _ wish: PlacementWish) {
    if arriving.remove(lane) != nil { count(-1, of: wish) }
  }

  private mutating func count(_ difference: Int, of wish: PlacementWish) {
    guard let group = wish.group else { return }
    let count = groups[group, default: 0] + difference
    groups[group] = count == 0 ? nil : count
  }
}

extension PoolMachine {
  /// The number of groups that members count lanes of.
  package var groupCount: Int {
    members.values.reduce(into: Set<LaneGroup>()) { $0.formUnion($1.groups.keys) }.count
  }

  /// Returns a wish as a coordinator is asked about it, which knows nothing of this store's lanes.
  ///
  /// Complexity: O(members).
  func asked(_ wish: PlacementWish) -> PlacementWish {
    guard let group = wish.group else { return wish }
    let counts = members.values.compactMap { member in
      member.groups[group].flatMap { lanes in
        member.found.map { WorkerLanes(worker: $0.worker, lanes: lanes, life: $0.life) }
      }
    }
    var wish = wish
    wish.neighbours = Array(
      counts.sorted { ($1.lanes, $0.worker) < ($0.lanes, $1.worker) }
        .prefix(PlacementWish.neighboursAtMost))
    return wish
  }
}
