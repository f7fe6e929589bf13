/// Tells people, once for each wish whatever its group, that a lane waits for a worker that is not there yet, and that one has come.
extension PoolMachine {
  /// The number of answers in a row that there is no worker, before people hear of it: about half a second, in
  /// which those that start at the same time find each other.
  static let failuresToTellOf = 4

  mutating func tellOfAbsence(of wish: PlacementWish, _ reason: String) {
    guard wishesToldOf.insert(wish.ungrouped).inserted else { return }
    let seconds = limits.placementMilliseconds / 1_000
    calls.append(
      .other(
        .note(
          "children wait for a worker, each for up to \(seconds) s, and go on when one comes: \(reason)"
        )))
  }

  /// Where the endpoints are given: that those who host a feature are all of another build.
  mutating func tellOfOtherBuilds(_ wish: PlacementWish) {
    guard wish.sameBuild, let wanted = wish.build else { return }
    let hosts = members.values.filter {
      $0.phase == .ready && $0.features.contains(wish.feature) && $0.traits.has(wish.labels)
    }
    guard !hosts.isEmpty, hosts.allSatisfy({ $0.traits.isOtherBuild(than: wish) }) else { return }
    let theirs = Set(hosts.map { $0.traits.build?.text ?? "unknown" }).sorted()
    tellOfAbsence(
      of: wish, "\(PlacementRefusal.otherBuild(wish.feature, wanted: wanted, theirs: theirs))")
  }

  mutating func tellOfPresence(of wish: PlacementWish) {
    guard wishesToldOf.remove(wish.ungrouped) != nil else { return }
    calls.append(.other(.note("the children that waited for a worker have one: \(wish)")))
  }
}
