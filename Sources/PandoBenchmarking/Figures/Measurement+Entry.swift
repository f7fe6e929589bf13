extension Measurement {
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
}
