import Glibc

/// The part of a processor that this process takes, averaged as `MachineLoad` averages that of the machine.
struct ProcessLoad {
  private var last: (used: Int, milliseconds: Int)?
  private var average: Double?

  /// Returns it in thousandths of one processor, so that several threads may take more than 1,000; nil at the first look.
  mutating func processorThousandths(atMilliseconds now: Int) -> Int? {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return processorThousandths(
      used: time.tv_sec * 1_000_000 + time.tv_nsec / 1_000, atMilliseconds: now)
  }

  /// - Parameter used: The time of processors that it has taken so far, in microseconds.
  mutating func processorThousandths(used: Int, atMilliseconds now: Int) -> Int? {
    guard let last else {
      last = (used, now)
      return nil
    }
    let elapsed = now - last.milliseconds
    if elapsed > 0 {
      // Microseconds in milliseconds are thousandths.
      let value = Double(max(0, used - last.used)) / Double(elapsed)
      let weight = min(1, Double(elapsed) / Double(MachineLoad.averagingMilliseconds))
      average = average.map { $0 + (value - $0) * weight } ?? value
      self.last = (used, now)
    }
    return average.map { Int($0) }
  }
}
