import PandoHosting

/// The load of a worker, as its coordinator has told the others last.
struct LoadReport: Equatable, Sendable {
  var load: WorkerLoad
  var atMilliseconds: Int
  var isUnderWay = false
  /// True if nobody has heard of it, as its write failed.
  var isLost = false

  private static let pauseMilliseconds = 2_000

  /// Returns whether another load is to be told: at once where the lanes differ, and now and then where the
  /// strain does, or the rate by more than a tenth. So workers whose load stays cost no write. What was lost is told
  /// again after the same pause, so that a store which refuses writes is not asked with each beat.
  func differs(from new: WorkerLoad, atMilliseconds now: Int) -> Bool {
    if isLost { return now - atMilliseconds >= Self.pauseMilliseconds }
    if load.lanes != new.lanes { return true }
    guard now - atMilliseconds >= Self.pauseMilliseconds else { return false }
    if load.isStrained != new.isStrained { return true }
    if load.isClockApart != new.isClockApart { return true }
    // Their ages and texts differ all the time.
    if load.problems?.map(\.kind) != new.problems?.map(\.kind) { return true }
    let difference = abs(load.actionsPerSecond - new.actionsPerSecond)
    let larger = max(abs(load.actionsPerSecond), abs(new.actionsPerSecond))
    return difference > larger / 10
  }
}
