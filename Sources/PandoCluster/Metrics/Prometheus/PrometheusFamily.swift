/// The series of one name.
struct PrometheusFamily {
  /// The kind of a metric, as Prometheus calls it.
  enum Kind: String {
    case counter
    case gauge
    /// The buckets, the sum or the count of a histogram: three families to the one that is told.
    case histogram
    case summary
  }

  let kind: Kind
  var series: [[PrometheusLabel]: PrometheusSeries] = [:]

  /// Writes the lines above the series.
  func writeHead(_ name: String, help: String, to text: inout String) {
    text +=
      "# HELP \(name) \(help.prometheusEscaped(quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Writes the lines of the series, by their labels, and buckets by their bounds.
  func writeSeries(_ name: String, to text: inout String) {
    let sorted = series.values.map { ($0.labels, PrometheusLabel.text($0.labels), $0.value) }
      .sorted { kind == .histogram ? PrometheusLabel.isBelow($0.0, $1.0) : $0.1 < $1.1 }
    for (_, labels, value) in sorted {
      switch kind {
      case .counter, .gauge, .histogram:
        text += "\(name)\(labels) \(Self.number(value.last))\n"
      case .summary:
        text += "\(name)_sum\(labels) \(Self.number(value.sum))\n"
        text += "\(name)_count\(labels) \(value.count)\n"
      }
    }
  }

  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    return "\(value)"
  }
}
