/// The time in which a process has run: what it does not hear while it stands still, because it is stopped
/// or its machine sleeps, is nobody's silence.
///
/// Pure: it is shown the clock, in milliseconds, now and then.
package struct RunningTime: Equatable, Sendable {
  private let longestGap: Int
  private var lastLook: Int
  private var stoodStill = 0

  /// - Parameter longestGap: The longest time between two looks in which the process has run.
  package init(clock: Int, longestGap: Int) {
    lastLook = clock
    self.longestGap = longestGap
  }

  /// The time of a coordinator: what its workers said while it stood still waits to be heard.
  package init(clock: Int, registry: WorkerRegistry) {
    self.init(
      clock: clock,
      longestGap: max(2 * registry.beatIntervalMilliseconds, registry.lifeMilliseconds / 2))
  }

  /// Takes note of the clock, and returns the time.
  package mutating func look(clock: Int) -> Int {
    let gap = clock - lastLook
    if gap > longestGap { stoodStill += gap }
    lastLook = clock
    return clock - stoodStill
  }
}
