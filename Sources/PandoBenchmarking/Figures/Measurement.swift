/// A benchmark, and its rounds so far.
struct Measurement {
  let name: String
  let unit: BenchmarkUnit
  let bounds: [String]

  /// The figure of each round.
  private(set) var figures: [Double] = []
  /// The latencies of all rounds; of those above four seconds, that.
  private var latencies: [UInt32] = []
  private var processorTime = ProcessorTime()
  private var count = 0
  private var note: String?

  init(_ benchmark: Benchmark) {
    name = benchmark.name
    unit = benchmark.unit
    bounds = benchmark.bounds
  }

  mutating func add(_ round: BenchmarkRound) {
    figures.append(round.figure(in: unit))
    latencies += round.latencies.map { UInt32(clamping: $0) }
    processorTime.add(round.processorTime)
    count += round.count
    note = round.note ?? note
  }

  /// The figures of all rounds, beside those of others in the same rounds.
  func entry(beside others: [String: Measurement]) -> BenchmarkReport.Entry {
    let spread = Spread(figures)
    let sorted = latencies.sorted()
    let comparisons = bounds.compactMap { name in
      others[name].map { other in
        BenchmarkReport.Comparison(
          name: name, figure: Spread(other.figures).median, unit: other.unit,
          ratio: Spread(zip(figures, other.figures).map { $0 / $1 }))
      }
    }
    return BenchmarkReport.Entry(
      name: name, unit: unit, median: spread.median, least: spread.least, most: spread.most,
      bound: comparisons.first, otherBounds: Array(comparisons.dropFirst()),
      p50: Self.quantile(0.5, of: sorted), p99: Self.quantile(0.99, of: sorted),
      cpu: processorTime.threads.compactMapValues { nanoseconds in
        // What is less than a nanosecond an action says nothing.
        let each = Double(nanoseconds) / Double(max(1, count))
        return each >= 1 ? each : nil
      },
      cpuTotal: Double(processorTime.total) / Double(max(1, count)), note: note)
  }

  /// The least latency that so large a share of all does not exceed; nil of none.
  static func quantile(_ share: Double, of sorted: [UInt32]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return Double(sorted[min(max(rank, 1), sorted.count) - 1])
  }
}
