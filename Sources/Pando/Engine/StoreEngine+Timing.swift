/// The time of commits, where somebody asks for it: of an action of several lanes, that of the first counts.
extension StoreEngine {
  /// Returns the time, where an action is picked that is about to commit.
  @inline(__always)
  func beginTiming(_ lanes: LaneList) -> UInt64? {
    if lanes.isEmpty { return nil }
    var start: UInt64?
    lanes.withFirst { start = $0.figures.commitSampler.begin() }
    return start
  }

  /// The action that was picked has committed.
  func endTiming(_ start: UInt64, _ lanes: LaneList) {
    lanes.withFirst { $0.figures.commitSampler.end(start) }
  }
}
