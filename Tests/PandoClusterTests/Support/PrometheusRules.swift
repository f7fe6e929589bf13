/// The rules of Prometheus's text format that `promtool check metrics` holds, for machines without it.
enum PrometheusRules {
  private struct Family {
    var type: String
    var hasHelp: Bool
    var series: [(name: String, labels: [String: String], value: Double)] = []
  }

  /// Returns what is wrong with a text; nothing where all is well.
  static func problems(in text: String) -> [String] {
    var problems: [String] = []
    var families: [String: Family] = [:]
    var helped: Set<String> = []
    var seen: Set<String> = []
    var current = ""
    for line in text.split(separator: "\n").map(String.init) {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if line.hasPrefix("# HELP ") {
        if !helped.insert(words[2]).inserted { problems.append("\(words[2]) has two HELP lines") }
        if words.count < 4 { problems.append("\(words[2]) has no help") }
        continue
      }
      if line.hasPrefix("# TYPE ") {
        current = words[2]
        if families[current] != nil { problems.append("\(current) has two TYPE lines") }
        families[current] = Family(type: words[3], hasHelp: helped.contains(current))
        continue
      }
      guard let series = series(of: line) else {
        problems.append("\"\(line)\" is no series")
        continue
      }
      if !seen.insert("\(series.name)\(series.labels.sorted { $0.key < $1.key })").inserted {
        problems.append("\"\(line)\" comes twice")
      }
      if families[current] == nil { problems.append("\(series.name) has no TYPE") }
      families[current]?.series.append(series)
    }
    for (name, family) in families { problems += self.problems(of: name, family) }
    return problems.sorted()
  }

  private static func problems(of name: String, _ family: Family) -> [String] {
    var problems: [String] = []
    if name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) == nil {
      problems.append("\(name) is no name")
    }
    if !family.hasHelp { problems.append("\(name) has no HELP above its TYPE") }
    if (family.type == "counter") != name.hasSuffix("_total") {
      problems.append("\(name) is a \(family.type), and counters alone end in _total")
    }
    let parts: [String] =
      switch family.type {
      case "counter", "gauge": [""]
      case "histogram": ["_bucket", "_sum", "_count"]
      case "summary": ["", "_sum", "_count"]
      default: []
      }
    for series in family.series {
      if !parts.contains(where: { series.name == name + $0 }) {
        problems.append("\(series.name) stands below the \(family.type) \(name)")
      }
      for label in series.labels.keys {
        let isOwn =
          label == "le" && series.name == name + "_bucket" && family.type == "histogram"
          || label == "quantile" && family.type == "summary"
        if ["le", "quantile"].contains(label), !isOwn {
          problems.append("\(series.name) has the label \(label), which is that of others")
        }
        if label.hasPrefix("__") || label.wholeMatch(of: /[a-zA-Z_][a-zA-Z0-9_]*/) == nil {
          problems.append("\(series.name) has the label \(label)")
        }
      }
    }
    if family.type == "histogram" { problems += self.problems(ofHistogram: name, family) }
    return problems
  }

  private static func problems(ofHistogram name: String, _ family: Family) -> [String] {
    var problems: [String] = []
    var buckets: [[String: String]: [(bound: Double, value: Double)]] = [:]
    for series in family.series where series.name == name + "_bucket" {
      var labels = series.labels
      let text = labels.removeValue(forKey: "le") ?? ""
      let bound = text == "+Inf" ? Double.infinity : Double(text) ?? Double.nan
      buckets[labels, default: []].append((bound, series.value))
    }
    for (labels, found) in buckets {
      func value(_ part: String) -> Double? {
        family.series.first { $0.name == name + part && $0.labels == labels }?.value
      }
      if !zip(found, found.dropFirst()).allSatisfy({ $0.bound < $1.bound && $0.value <= $1.value })
      {
        problems.append("\(name)\(labels): its buckets do not rise")
      }
      if found.last?.bound != .infinity || found.last?.value != value("_count") {
        problems.append("\(name)\(labels): its last bucket does not have them all")
      }
      if value("_sum") == nil { problems.append("\(name)\(labels): it has no sum") }
    }
    if buckets.isEmpty { problems.append("\(name) has no buckets") }
    return problems
  }

  private static func series(
    of line: String
  ) -> (name: String, labels: [String: String], value: Double)? {
    guard let match = line.wholeMatch(of: /([^\s{]+)(\{.*\})? (\S+)/) else { return nil }
    let value: Double? =
      switch match.3 {
      case "+Inf": Double.infinity
      case "-Inf": -Double.infinity
      case "NaN": Double.nan
      default: Double(match.3)
      }
    guard let value else { return nil }
    var labels: [String: String] = [:]
    for label in (match.2 ?? "").matches(of: /([^{,="]+)="((?:\\.|[^"\\])*)"/) {
      labels[String(label.1)] = String(label.2)
    }
    return (String(match.1), labels, value)
  }
}
