import Foundation

/// The figures of a run: a file for machines, a table for people.
struct BenchmarkReport: Codable {
  /// A benchmark beside another in the same rounds.
  struct Comparison: Codable {
    var name: String
    /// The median of its figures.
    var figure: Double
    var unit: BenchmarkUnit
    /// The first's figure divided by the other's, of each round.
    var ratio: Spread
  }

  /// The figures of one benchmark.
  struct Entry: Codable {
    var name: String
    var unit: BenchmarkUnit
    var median: Double
    var least: Double
    var most: Double
    /// Nil where there is none, or where its figure was zero in each round.
    var bound: Comparison?
    var otherBounds: [Comparison]
    /// Nanoseconds, of all latencies of all rounds.
    var p50: Double?
    var p99: Double?
    /// Nanoseconds of processor time for each action, by thread; empty where the total is nil.
    var cpu: [String: Double]
    /// Nil where there is none, and where the rounds are too short to tell it.
    var cpuTotal: Double?
    /// The notes of the rounds, each once.
    var note: String?
  }

  var machine: MachineNotes
  var build: BuildNotes
  var rounds: Int
  var cases: [Entry]

  /// The report as JSON with one case a line.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let lines = try cases.map { "    " + (try line($0.rounded())) }
    return """
      {
        "build": \(try line(build)),
        "cases": [
      \(lines.joined(separator: ",\n"))
        ],
        "machine": \(try line(machine)),
        "rounds": \(rounds)
      }

      """
  }
}

extension BenchmarkReport.Entry {
  /// The entry with figures of four digits or more, which is more than any of them says.
  fileprivate func rounded() -> Self {
    var entry = self
    entry.median.shorten()
    entry.least.shorten()
    entry.most.shorten()
    entry.bound?.shorten()
    for index in entry.otherBounds.indices { entry.otherBounds[index].shorten() }
    entry.cpu = entry.cpu.mapValues(\.shortened)
    entry.cpuTotal?.shorten()
    return entry
  }
}

extension BenchmarkReport.Comparison {
  fileprivate mutating func shorten() {
    figure.shorten()
    ratio.median.shorten()
    ratio.least.shorten()
    ratio.most.shorten()
  }
}

extension Double {
  /// The number with as many decimals as make four digits.
  var shortened: Double {
    let size = magnitude
    let scale: Double = size >= 1_000 ? 1 : size >= 100 ? 10 : size >= 10 ? 100 : 1_000
    return (self * scale).rounded() / scale
  }

  fileprivate mutating func shorten() { self = shortened }
}
