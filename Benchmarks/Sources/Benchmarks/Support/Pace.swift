import PandoBenchmarking

/// The number of actions of a round where nobody knows what one costs: as many as take so long, found by
/// the first call, which warms up.
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
    let round = BenchmarkRound.timing(count ?? range.lowerBound, body)
    if count == nil {
      let each = Double(round.nanoseconds) / Double(round.count)
      let wanted = seconds * 1e9 / max(1, each)
      count = Int(min(max(wanted, Double(range.lowerBound)), Double(range.upperBound)))
    }
    return round
  }
}
