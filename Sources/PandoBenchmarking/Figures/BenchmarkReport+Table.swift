extension BenchmarkReport {
  /// The table that a run prints.
  var table: String {
    let head = [
      "case", "median", "least", "most", "unit", "p50 ns", "p99 ns", "cpu ns", "ratio", "to",
    ]
    let rows = cases.map { entry in
      [
        entry.name, Self.text(entry.median), Self.text(entry.least), Self.text(entry.most),
        entry.unit.rawValue, entry.p50.map(Self.text) ?? "", entry.p99.map(Self.text) ?? "",
        entry.cpuTotal.map(Self.text) ?? "",
        entry.bound.map { Self.text($0.ratio.median) + "x" } ?? "",
        entry.bound?.name ?? "",
      ]
    }
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let isLeft: Set = [0, 4, 9]
    return all.map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return isLeft.contains(column) ? row[column] + padding : padding + row[column]
      }
      .joined(separator: "  ").trimmed
    }
    .joined(separator: "\n")
  }

  /// A number with commas between thousands, or with decimals where it is small; "-" for what is none.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "-" }
    let magnitude = number.magnitude
    if magnitude < 10 { return decimals(number, 100) }
    if magnitude < 100 { return decimals(number, 10) }
    // Beyond all integers it is written as it is.
    guard let whole = UInt64(exactly: magnitude.rounded()) else { return String(number) }
    var digits = String(whole)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  private static func decimals(_ number: Double, _ scale: Double) -> String {
    String((number * scale).rounded() / scale)
  }
}
