import Histogram

/// The figures of one round of a case.
struct Round {
  var count: Int
  var nanoseconds: UInt64
  var latencies: [UInt64]

  var perSecond: Double { Double(count) * 1e9 / Double(nanoseconds) }
}

/// A case, and its rounds.
struct Measurement {
  let name: String
  private(set) var rates: [Double] = []
  private var histogram = Histogram<UInt32>(
    highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)

  init(name: String) {
    self.name = name
  }

  mutating func add(_ round: Round) {
    rates.append(round.perSecond)
    for latency in round.latencies { histogram.record(max(1, latency)) }
  }

  var median: Double { rates.sorted()[rates.count / 2] }
  var least: Double { rates.min() ?? 0 }
  var most: Double { rates.max() ?? 0 }
  var p50: UInt64 { histogram.valueAtPercentile(50) }
  var p99: UInt64 { histogram.valueAtPercentile(99) }
}
