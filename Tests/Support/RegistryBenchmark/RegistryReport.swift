import Foundation

/// The figures of one run.
struct RegistryReport: Codable {
  /// The machine that they are of.
  struct Machine: Codable {
    var cores: Int
    var model: String
    var kernel: String
    /// Processes that ran or wanted to, in the last minute before the run.
    var load: Double

    static var here: Machine {
      let model = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
        .split(separator: "\n").first { $0.hasPrefix("model name") }?
        .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?
        .split(separator: " ").first.flatMap { Double($0) }
      let kernel = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
      return Machine(
        cores: ProcessInfo.processInfo.activeProcessorCount, model: model ?? "unknown",
        kernel: kernel?.trimmingCharacters(in: .newlines) ?? "unknown", load: load ?? 0)
    }
  }

  /// A figure of several rounds.
  struct Figure: Codable {
    var median: Double
    var least: Double
    var most: Double

    init(_ values: [Double]) {
      let sorted = values.sorted()
      median = sorted[sorted.count / 2]
      least = sorted[0]
      most = sorted[sorted.count - 1]
    }
  }

  struct Case: Codable {
    var registry: String
    var workers: Int
    /// The interval at which each worker tells that it lives.
    var beatMilliseconds: Int
    var joinsPerSecond: Double
    /// With one client that asks again once it was answered, and with 16 of them.
    var placementsPerSecondOfOne: Figure
    var placementsPerSecondOf16: Figure
    /// The time of a placement of the one client, in microseconds: the median of each round.
    var placementMicroseconds: Figure
    var statusSeconds: Figure
    var failoverSeconds: Figure
    /// The longest time within the failover in which no placement was answered.
    var placementGapSeconds: Figure
  }

  var machine: Machine
  var rounds: Int
  var seconds: Double
  var cases: [Case]

  func document() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  var table: String {
    let heads = [
      "registry", "workers", "joins/s", "placements/s of 1", "of 16", "us each", "status s",
      "failover s", "gap s",
    ]
    let rows = cases.map { entry in
      [
        entry.registry, "\(entry.workers)", number(entry.joinsPerSecond, 0),
        number(entry.placementsPerSecondOfOne.median, 0),
        number(entry.placementsPerSecondOf16.median, 0),
        number(entry.placementMicroseconds.median, 0), number(entry.statusSeconds.median, 3),
        number(entry.failoverSeconds.median, 2), number(entry.placementGapSeconds.median, 2),
      ]
    }
    let lines = ([heads] + rows).map { "| \($0.joined(separator: " | ")) |" }
    return lines.joined(separator: "\n")
  }

  private func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
