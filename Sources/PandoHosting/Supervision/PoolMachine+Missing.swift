extension PoolMachine {
  /// Returns whether no worker hosts a feature, and none is to come that might.
  func isMissing(_ wish: PlacementWish) -> Bool {
    switch source {
    case .spawned:
      return hosted.map { !$0.contains(wish.feature) } ?? false
    case .connected:
      let ready = members.filter { $0.value.phase == .ready }
      // A worker of another build may be replaced by one of ours.
      return ready.count == seats.count
        && !ready.values.contains {
          $0.features.contains(wish.feature) && $0.traits.has(wish.labels)
        }
    case .coordinated:
      return false
    }
  }

  /// Reports the features of the store's tree that nobody hosts, though nothing was sent to them yet.
  mutating func reportWhatIsMissing() {
    for feature in declared {
      let wish = wish(for: feature.feature, labels: feature.labels)
      if isMissing(wish) { reportMissing(wish) }
    }
  }

  /// Refuses what waits for a feature that nobody hosts.
  mutating func refuseWhatIsMissing() {
    let items = (Array(waiting) + Array(line)).filter(isWaiting)
    let missing = Set(items.compactMap { lanes[$0.lane]?.wish }).filter(isMissing)
    for item in items {
      if let wish = lanes[item.lane]?.wish, missing.contains(wish) {
        refuseMissing(item.lane, wish)
      }
    }
  }

  mutating func refuseMissing(_ lane: LaneID, _ wish: PlacementWish) {
    refuse(lane, reportMissing(wish))
  }

  /// Reports it, once for each wish, and returns what was said.
  @discardableResult
  private mutating func reportMissing(_ wish: PlacementWish) -> String {
    let hosts =
      hosted ?? members.values.reduce(into: []) { all, member in all.formUnion(member.features) }
    let names = hosts.map(\.name).sorted().joined(separator: ", ")
    let place = declared.first { $0.feature == wish.feature }?.place
    let reason = """
      No worker hosts \(wish)\(place.map { ", which \"hosted()\" at \($0) asks for" } ?? "").

      They host: \(names.isEmpty ? "nothing" : names). Add "Feature { \(wish.feature.name)() }" to the \
      "features" of the workers' program\(wish.labels.isEmpty ? "" : ", and start one with the labels").
      """
    if reportedWishes.insert(wish.ungrouped).inserted { calls.append(.other(.report(reason))) }
    return reason
  }
}
