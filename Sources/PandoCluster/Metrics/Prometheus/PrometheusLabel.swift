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

  /// Returns the labels as they stand behind a name; nothing where there are none.
  static func text(_ labels: [PrometheusLabel]) -> String {
    if labels.isEmpty { return "" }
    return "{"
      + labels.map { "\($0.name)=\"\($0.value.prometheusEscaped(quotes: true))\"" }.joined(
        separator: ",") + "}"
  }
}
