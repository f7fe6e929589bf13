extension Measurement {
  /// The figures of all rounds, beside those of others in the same rounds.
  func entry(beside others: [String: Measurement]) -> BenchmarkReport.Entry {
    let spread = Spread(figures)
    let sorted = latencies.sorted()
    return BenchmarkReport.Entry(
      name: name, unit: unit, median: spread.median, least: spread.least, most: spread.most,
      bound: bounds.first.flatMap { comparison(with: others[$0]) },
      otherBounds: bounds.dropFirst().compactMap { comparison(with: others[$0]) },
      p50: Self.quantile(0.5, of: sorted), p99: Self.quantile(0.99, of: sorted),
      cpu: tellsProcessorTime
        ? processorTime.threads.mapValues(forEach)
          // What is less than a nanosecond an action says nothing.
          .filter { $0.value >= 1 } : [:],
      cpuTotal: tellsProcessorTime ? forEach(processorTime.total) : nil,
      note: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }

  private var tellsProcessorTime: Bool { processorTime.total > 0 && processorTime.isTold }

  private func forEach(_ nanoseconds: UInt64) -> Double {
    Double(nanoseconds) / Double(max(1, count))
  }

  /// The ratios to the figures of another in the same rounds, without those in which that is zero; nil where no
  /// round has one.
  private func comparison(with other: Measurement?) -> BenchmarkReport.Comparison? {
    guard let other else { return nil }
    let ratios = zip(figures, other.figures).filter { $1 != 0 }.map { $0 / $1 }
    guard !ratios.isEmpty else { return nil }
    return BenchmarkReport.Comparison(
      name: other.name, figure: Spread(other.figures).median, unit: other.unit,
      ratio: Spread(ratios))
  }
}
