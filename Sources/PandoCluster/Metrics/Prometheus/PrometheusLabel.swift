/// A label of a series.
struct PrometheusLabel: Hashable, Comparable {
  let name: String
  let value: String

  static func < (one: Self, other: Self) -> Bool {
    (one.name, one.value) < (other.name, other.value)
  }

  /// Returns the labels of dimensions, by their names, each once.
  static func labels(_ dimensions: [(String, String)]) -> [PrometheusLabel] {
    let pairs = dimensions.map { (PrometheusName.label($0.0), $0.1) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
      .map { PrometheusLabel(name: $0.key, value: $0.value) }.sorted()
  }

  /// True if a bucket of a histogram comes before another: by its other labels, then by its bound.
  static func isBelow(_ one: [PrometheusLabel], _ other: [PrometheusLabel]) -> Bool {
    func parts(_ labels: [PrometheusLabel]) -> (String, Double) {
      let bound = labels.first { $0.name == "le" }?.value
      return (text(labels.filter { $0.name != "le" }), bound.flatMap { Double($0) } ?? .infinity)
    }
    return parts(one) < parts(other)
  }

  /// Returns the labels as they stand behind a name; nothing where there are none.
  static func text(_ labels: [PrometheusLabel]) -> String {
    if labels.isEmpty { return "" }
    return "{"
      + labels.map { "\($0.name)=\"\($0.value.prometheusEscaped(quotes: true))\"" }.joined(
        separator: ",") + "}"
  }
}
