/// A client's view of the processor time that a worker takes for one action or effect.
///
/// The system tells what a process has taken, and not for what. So the time counts from the last step that the worker was
/// seen to make, such as the answer to an action, or from the last moment at which it rested: no action or effect has then
/// taken more than that, and one that computes without end is found once the others of its worker are quiet.
///
/// Pure: times are in microseconds, `now` of a clock that never goes back.
package struct ProcessorMeter: Hashable {
  private struct Look: Hashable {
    let used: Int
    let stepCount: UInt64
    let now: Int
  }

  private let limit: Int
  private var last: Look?
  /// The time that had been used when it began to count.
  private var base = 0

  /// A process rests that takes less than one part in so many of a processor. That of a worker without work is a tenth of
  /// that; one that computes beside 40 others has five times as much.
  private static let restingShare = 200
  /// The shortest time in which it is seen that a process rests: any is off the processor now and then.
  private static let shortestLook = 100_000

  package init(limit: Int) {
    self.limit = limit
  }

  /// Looks at the worker.
  ///
  /// - Parameters:
  ///   - used: The processor time that its process has used so far.
  ///   - stepCount: The number of steps that it was seen to make so far.
  /// - Returns: The time that one action or effect has taken, where that is more than it may; nil where it is not.
  package mutating func look(used: Int, stepCount: UInt64, now: Int) -> Int? {
    guard let last, stepCount == last.stepCount else {
      last = Look(used: used, stepCount: stepCount, now: now)
      base = used
      return nil
    }
    if now - last.now >= Self.shortestLook {
      if (used - last.used) * Self.restingShare < now - last.now { base = used }
      self.last = Look(used: used, stepCount: stepCount, now: now)
    }
    return used - base > limit ? used - base : nil
  }
}
