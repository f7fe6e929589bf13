/// A benchmark, and its rounds so far.
struct Measurement {
  let name: String
  let unit: BenchmarkUnit
  let bounds: [String]

  /// The figure of each round.
  private(set) var figures: [Double] = []
  /// The latencies of all rounds; of those above four seconds, that.
  private(set) var latencies: [UInt32] = []
  private(set) var processorTime = ProcessorTime()
  private(set) var count = 0
  /// The notes of the rounds, each once, in their order.
  private(set) var notes: [String] = []

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
    if let note = round.note, !notes.contains(note) { notes.append(note) }
  }

  /// The least latency that so large a share of all does not exceed; nil of none.
  static func quantile(_ share: Double, of sorted: [UInt32]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return Double(sorted[min(max(rank, 1), sorted.count) - 1])
  }
}
