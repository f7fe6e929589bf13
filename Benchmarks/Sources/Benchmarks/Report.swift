import Foundation

/// The table for people and the file for machines.
enum Report {
  private struct Entry: Codable {
    let name: String
    let actionsPerSecond: Double
    let p50Nanoseconds: UInt64
    let p99Nanoseconds: UInt64
  }

  static func table(_ measurements: [Measurement]) -> String {
    let head = ["case", "actions/s", "least", "most", "ns each", "p50 ns", "p99 ns"]
    let rows = measurements.map { item in
      [
        item.name, grouped(item.median), grouped(item.least), grouped(item.most),
        grouped(1e9 / item.median), grouped(Double(item.p50)), grouped(Double(item.p99)),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([head] + rows).map { row in
      row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + padding : padding + row[column]
      }
      .joined(separator: "  ")
    }
    .joined(separator: "\n")
  }

  static func write(_ measurements: [Measurement], to path: String) throws {
    let entries = measurements.map { item in
      Entry(
        name: item.name, actionsPerSecond: item.median.rounded(), p50Nanoseconds: item.p50,
        p99Nanoseconds: item.p99)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(entries).write(to: URL(fileURLWithPath: path))
  }

  private static func grouped(_ number: Double) -> String {
    var digits = String(Int(number.rounded()))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
