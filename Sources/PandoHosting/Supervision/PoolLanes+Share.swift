extension PoolLanes {
  /// The lanes of one member.
  struct Share {
    /// The lanes that are bound to it, announced on it or on it.
    var lanes: Set<LaneID> = []
    /// The lanes that are to move here.
    var arriving: Set<LaneID> = []
    /// The number of both, by the groups that they belong to.
    var groups: [LaneGroup: Int] = [:]
  }

  /// The lanes and places that a member leaves which takes no more lanes.
  struct Remains {
    /// The lanes that were to move there.
    var arriving: Set<LaneID> = []
    /// The lanes that it had, and that the store was not told of.
    var back: [WaitingLane] = []
    /// The members that lanes of it were to move to.
    var freed: [MemberID] = []
    /// The number of lanes that it had, and that the store knows there.
    var servedCount = 0
  }
}

extension PoolLanes.Share {
  mutating func add(_ lane: LaneID, _ wish: PlacementWish) {
    if lanes.insert(lane).inserted { count(1, of: wish) }
  }

  mutating func remove(_ lane: LaneID, _ wish: PlacementWish) {
    if lanes.remove(lane) != nil { count(-1, of: wish) }
  }

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
