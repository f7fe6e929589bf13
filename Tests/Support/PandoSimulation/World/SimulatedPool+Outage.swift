import PandoHosting

/// Looks with every tick at the lanes that wait while nobody answers for the coordinator.
struct OutageWatch {
  /// A second, whatever the clocks do meanwhile.
  static let ticksAtMost = 1_000_000 / SimulatedPool.tickMicroseconds

  fileprivate(set) var ticks: [LaneID: Int] = [:]
  fileprivate(set) var violation: String?
}

extension SimulatedPool {
  /// A lane that waited for a coordinator, though a worker that is linked would have taken it.
  package var outageViolation: String? { outageWatch.violation }

  func watchOutage() {
    let waiting = world.coordinator.isAway ? machine.placeableLanes : []
    var ticks: [LaneID: Int] = [:]
    for lane in waiting { ticks[lane] = (outageWatch.ticks[lane] ?? 0) + 1 }
    outageWatch.ticks = ticks
    guard outageWatch.violation == nil,
      let late = ticks.filter({ $0.value > OutageWatch.ticksAtMost }).keys.min(by: {
        $0.rawValue < $1.rawValue
      })
    else { return }
    outageWatch.violation = """
      at \(world.time.milliseconds) ms \(late) has waited for a second for a coordinator that is away, though a \
      linked worker has room
      """
  }
}
