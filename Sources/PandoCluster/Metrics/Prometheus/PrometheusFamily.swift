/// The series of one name.
struct PrometheusFamily {
  /// The kind of a metric, as Prometheus calls it.
  enum Kind: String {
    case counter
    case gauge
    case summary
  }

  let kind: Kind
  var series: [[PrometheusLabel]: PrometheusSeries] = [:]

  /// Writes the lines of the family.
  func write(_ name: String, help: String, to text: inout String) {
    text +=
      "# HELP \(name) \(help.prometheusEscaped(quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    let sorted = series.values.map { (PrometheusLabel.text($0.labels), $0.value) }
      .sorted { $0.0 < $1.0 }
    for (labels, value) in sorted {
      switch kind {
      case .counter, .gauge:
        text += "\(name)\(labels) \(Self.number(value.last))\n"
      case .summary:
        text += "\(name)_sum\(labels) \(Self.number(value.sum))\n"
        text += "\(name)_count\(labels) \(value.count)\n"
      }
    }
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    return "\(value)"
  }
}
