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

  /// Returns a wish as a coordinator is asked about it, which knows nothing of this store's lanes, and perhaps other
  /// ids of the workers that are to be avoided.
  ///
  /// Complexity: O(members).
  func asked(_ wish: PlacementWish, _ avoided: [WorkerID: String?]) -> PlacementWish {
    var wish = wish
    wish.avoided = lives(avoided)
    guard let group = wish.group else { return wish }
    let counts = members.values.compactMap { member in
      member.groups[group].flatMap { lanes in
        member.found.map { WorkerLanes(worker: $0.worker, lanes: lanes, life: $0.life) }
      }
    }
    wish.neighbours = Array(
      counts.sorted { ($1.lanes, $0.worker) < ($0.lanes, $1.worker) }
        .prefix(PlacementWish.neighboursAtMost))
    return wish
  }

  /// Returns the workers whose lives are known; nil where there are none.
  private func lives(_ avoided: [WorkerID: String?]) -> [WorkerLanes]? {
    let named = avoided.compactMap { id, life in
      life.map { WorkerLanes(worker: id, lanes: 0, life: $0) }
    }
    guard !named.isEmpty else { return nil }
    return Array(
      named.sorted { $0.worker < $1.worker }.prefix(PlacementWish.neighboursAtMost))
  }
}
