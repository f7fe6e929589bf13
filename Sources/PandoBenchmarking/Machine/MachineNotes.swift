import Foundation

/// The machine that a run was measured on, and how disturbed it was.
struct MachineNotes: Codable {
  var cores: Int
  var model: String
  var kernel: String
  var memoryGiB: Int
  /// The number of processes that were ready to run, on average over the last minute.
  var loadBefore: Double
  var loadAfter: Double
  /// The share of processor time that other machines on the same hardware took, in per cent: since the
  /// start of the machine, and during the run.
  var stealBefore: Double
  var stealDuring: Double

  private enum CodingKeys: String, CodingKey {
    case cores, model, kernel, memoryGiB, loadBefore, loadAfter
    case stealBefore = "stealPercentBefore"
    case stealDuring = "stealPercentDuring"
  }
}

/// The notes of the beginning of a run, for those of its end.
struct MachineStart {
  private let load = Self.load
  private let ticks = Self.ticks

  func notes() -> MachineNotes {
    let after = Self.ticks
    return MachineNotes(
      cores: ProcessInfo.processInfo.activeProcessorCount,
      model: Self.field("model name", of: "/proc/cpuinfo"),
      kernel: ProcFile.text("/proc/sys/kernel/osrelease").trimmed,
      memoryGiB: Int(ProcessInfo.processInfo.physicalMemory >> 30),
      loadBefore: load, loadAfter: Self.load,
      stealBefore: Self.share(ticks.stolen, ticks.all),
      stealDuring: Self.share(after.stolen - ticks.stolen, after.all - ticks.all))
  }

  private static var load: Double {
    Double(ProcFile.text("/proc/loadavg").split(separator: " ").first ?? "") ?? 0
  }

  private static var ticks: (all: Double, stolen: Double) {
    // "cpu user nice system idle iowait irq softirq steal ...", of which guests are in user already.
    let line = ProcFile.text("/proc/stat").prefix { $0 != "\n" }
    let numbers = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    return (numbers.reduce(0, +), numbers.count == 8 ? numbers[7] : 0)
  }

  private static func share(_ part: Double, _ whole: Double) -> Double {
    whole > 0 ? (part / whole * 1_000).rounded() / 10 : 0
  }

  private static func field(_ name: String, of path: String) -> String {
    for line in ProcFile.text(path).split(separator: "\n") where line.hasPrefix(name) {
      return line.split(separator: ":", maxSplits: 1).last.map(\.trimmed) ?? ""
    }
    return ""
  }
}
