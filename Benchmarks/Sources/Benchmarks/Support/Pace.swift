import PandoBenchmarking

/// The number of actions of a round where nobody knows what one costs: as many as the first call did, which warms up for
/// so long.
final class Pace {
  private let seconds: Double
  private let range: ClosedRange<Int>
  private var count: Int?

  init(seconds: Double = 0.05, _ range: ClosedRange<Int> = 20...20_000) {
    self.seconds = seconds
    self.range = range
  }

  @inline(__always)
  func timing(_ body: (Int) -> Void) -> BenchmarkRound {
    if let count { return .timing(count, body) }
    let start = Stopwatch.now
    let end = start + UInt64(seconds * 1e9)
    var done = 0
    while done < range.lowerBound || (done < range.upperBound && Stopwatch.now < end) {
      body(done)
      done += 1
    }
    count = done
    return BenchmarkRound(count: done, nanoseconds: Stopwatch.now - start)
  }
}
