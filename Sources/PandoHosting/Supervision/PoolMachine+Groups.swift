extension PoolMachine {
  /// The number of groups that lanes belong to.
  package var groupCount: Int { groups.count }

  mutating func leaveGroup(_ lane: LaneID, _ wish: PlacementWish) {
    guard let group = wish.group else { return }
    groups[group]?.remove(lane)
    if groups[group]?.isEmpty == true { groups[group] = nil }
  }

  /// Returns the members that lanes of a wish's group are on or go to, with the numbers of them.
  ///
  /// Complexity: O(lanes of the group).
  func neighbours(of wish: PlacementWish) -> [MemberID: Int] {
    guard let group = wish.group else { return [:] }
    var counts: [MemberID: Int] = [:]
    for lane in groups[group] ?? [] {
      guard let entry = lanes[lane] else { continue }
      if let destination = entry.move?.destination {
        counts[destination, default: 0] += 1
        continue
      }
      switch entry.state {
      case .bound(let member), .announced(let member), .on(let member):
        counts[member, default: 0] += 1
      case .waiting, .resting, .refused: break
      }
    }
    return counts
  }

  /// Returns a wish as a coordinator is asked about it, which knows nothing of this store's lanes.
  func asked(_ wish: PlacementWish) -> PlacementWish {
    guard wish.group != nil else { return wish }
    let counts = neighbours(of: wish).compactMap { id, count in
      members[id]?.found.map { WorkerLanes(worker: $0.worker, lanes: count) }
    }
    var wish = wish
    wish.neighbours = Array(
      counts.sorted { ($1.lanes, $0.worker) < ($0.lanes, $1.worker) }
        .prefix(PlacementWish.neighboursAtMost))
    return wish
  }
}
