/// Lanes that are watched: which of them are here and below, so that a commit looks at those alone.
extension Incarnation {
  /// True if a lane here or below is watched.
  var isWatched: Bool { watch != .none }

  /// Calls `body` for each lane here and below whose effects run on a worker. O(such lanes x depth).
  func forEachRunningLane(_ body: (AnyLane) -> Void) {
    for lane in lanes where lane.watch.running > 0 { body(lane) }
    for site in sites {
      for child in site.running.values { child.forEachRunningLane(body) }
    }
  }

  /// Notes that so many more lanes are watched here or below. O(depth).
  func noteWatched(_ change: LaneWatch) {
    watch = watch + change
    guard isAttached, let parent, let step else { return }
    for index in parent.sites.indices where parent.sites[index].number == step.site {
      listWatch(in: &parent.sites[index], step)
    }
    parent.noteWatched(change)
  }

  /// Lists this child among those of its parent that are watched, or takes it out.
  func listWatch(in site: inout Site, _ step: IncarnationStep) {
    let index = site.due.firstIndex { $0 === self }
    switch (index, watch.due > 0) {
    case (nil, true): site.due.append(self)
    case (let index?, false): site.due.remove(at: index)
    case (nil, false), (_?, true): break
    }
    if (site.running[step] != nil) != (watch.running > 0) {
      site.running[step] = watch.running > 0 ? self : nil
    }
  }

  /// Returns the children at one operator with a lane that is watched, in them or below.
  ///
  /// - Parameter isDue: True for those alone that are looked at whether or not their state changed.
  func watchedChildren(at site: Int, isDue: Bool = false) -> [Incarnation] {
    guard let site = sites.first(where: { $0.number == site }) else { return [] }
    if isDue { return site.due }
    return site.due + site.running.values.filter { $0.watch.due == 0 }
  }
}
