import PandoHosting

/// The load of a worker, as its coordinator has told the others last.
struct LoadReport: Equatable, Sendable {
  var load: WorkerLoad
  var atMilliseconds: Int
  var isUnderWay = false

  private static let pauseMilliseconds = 2_000

  /// Returns whether another load is to be told: at once where the lanes differ or the worker takes new
  /// ones last, and now and then where the
  /// rate differs by more than a tenth. So workers whose load stays cost no write.
  func differs(from new: WorkerLoad, atMilliseconds now: Int) -> Bool {
    if load.lanes != new.lanes || load.isStrained != new.isStrained { return true }
    let difference = abs(load.actionsPerSecond - new.actionsPerSecond)
    let larger = max(abs(load.actionsPerSecond), abs(new.actionsPerSecond))
    return now - atMilliseconds >= Self.pauseMilliseconds && difference > larger / 10
  }
}
