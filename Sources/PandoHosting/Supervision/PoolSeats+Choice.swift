// Which members a lane may have, and what a coordinator is to know of them.
extension PoolSeats {
  func candidates(
    for wish: PlacementWish, _ lanes: PoolLanes
  ) -> some Sequence<PlacementCandidate<MemberID>> {
    members.lazy.filter { $0.value.isShared && $0.value.features.contains(wish.feature) }
      .map { id, member in
        var candidate = PlacementCandidate(
          id: id, load: lanes.load(of: id), traits: member.traits)
        if let group = wish.group {
          candidate.neighbours = lanes.count(of: group, on: id) ?? 0
          // A coordinator goes by the same, so that either finds a key's worker.
          let name = member.found.map { $0.life ?? $0.endpoint } ?? self.name(of: member)
          candidate.seed = LaneGroup.seed(of: name)
        }
        return candidate
      }
  }

  /// Returns whether a member hosts what is wished for, whether or not it has room.
  func hosts(_ wish: PlacementWish, _ id: MemberID) -> Bool {
    guard let member = members[id] else { return false }
    return member.features.contains(wish.feature) && member.traits.fits(wish)
  }

  /// Returns whether a member hosts what is wished for, and a lane finds no other build there than where it is.
  func takes(_ wish: PlacementWish, _ id: MemberID, from former: MemberID) -> Bool {
    guard hosts(wish, id), let new = members[id]?.traits, let old = members[former]?.traits else {
      return false
    }
    return !new.isOtherBuild(than: wish) || old.isOtherBuild(than: wish)
  }

  /// Returns the question for a worker, as it is put to a coordinator, which knows nothing of this store's lanes, and
  /// perhaps other ids of the workers that are to be avoided.
  ///
  /// Complexity: O(members).
  func question(
    for lane: LaneID, _ wish: PlacementWish, avoiding suspects: [WorkerID: String?],
    _ lanes: PoolLanes
  ) -> PoolDirective {
    func first(_ workers: [WorkerLanes]) -> [WorkerLanes] {
      let sorted = workers.sorted { ($1.lanes, $0.worker) < ($0.lanes, $1.worker) }
      return Array(sorted.prefix(PlacementWish.neighboursAtMost))
    }
    var avoided = suspects
    for member in members.values where member.drain != nil {
      if let found = member.found { avoided[found.worker] = found.life }
    }
    var wish = wish
    if case .on(let member)? = lanes[lane]?.state {
      wish.isPlaced = members[member].map { $0.drain == nil }
    }
    let lives = avoided.compactMap { id, life in
      life.map { WorkerLanes(worker: id, lanes: 0, life: $0) }
    }
    wish.avoided = lives.isEmpty ? nil : first(lives)
    if let group = wish.group {
      wish.neighbours = first(
        members.compactMap { id, member in
          guard let count = lanes.count(of: group, on: id), let found = member.found else {
            return nil
          }
          return WorkerLanes(worker: found.worker, lanes: count, life: found.life)
        })
    }
    return .find(lane, wish, avoiding: Set(avoided.keys))
  }
}
