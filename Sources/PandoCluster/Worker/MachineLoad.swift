import Foundation

/// The load of the processors and the memory that a worker may use, from what the kernel tells: those of its control
/// group where that has limits, or else of the machine.
///
/// A worker shares them with whatever runs there too, and that is the point: it says whether one lane more is wise.
struct MachineLoad {
  /// The time over which the use of the processors is averaged, so that a burst is no strain.
  static let averagingMilliseconds = 5_000

  private struct Look {
    let milliseconds: Int
    /// Both in a unit that is the same for both looks.
    let busy: Double
    let total: Double
  }

  private let root: String
  /// The folder of the control group.
  private let group: String
  private var last: Look?
  private var average: Double?

  /// - Parameter root: The folder in which `proc` and `sys` are.
  init(root: String = "") {
    self.root = root
    let lines = KernelFile.text("\(root)/proc/self/cgroup")?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("0::/") }?.dropFirst(4) ?? ""
    // In a container its own group is the root, and the names of those above are not known.
    group = name.isEmpty || name.contains("..") ? "sys/fs/cgroup" : "sys/fs/cgroup/\(name)"
  }

  /// Returns the part of the processors that was busy of late, in thousandths; nil at the first look, and where the
  /// kernel does not tell.
  mutating func processorThousandths(atMilliseconds now: Int) -> Int? {
    guard let look = groupTime(now) ?? machineTime(now) else { return nil }
    defer { last = look }
    guard let last, look.total > last.total, now > last.milliseconds else {
      return average.map { Int($0 * 1_000) }
    }
    let busy = min(1, max(0, (look.busy - last.busy) / (look.total - last.total)))
    let weight = min(1, Double(now - last.milliseconds) / Double(Self.averagingMilliseconds))
    let value = average.map { $0 + (busy - $0) * weight } ?? busy
    average = value
    return Int(value * 1_000)
  }

  /// Returns the part of the memory that is taken, in thousandths; nil where the kernel does not tell.
  func memoryThousandths() -> Int? {
    [groupMemory, machineMemory].compactMap(\.self).max()
  }

  // MARK: - Of the control group

  /// Its processors, where it has a quota of their time.
  private func groupTime(_ now: Int) -> Look? {
    guard let words = text("\(group)/cpu.max")?.split(separator: " "), words.count == 2,
      let quota = Double(words[0]), let period = Double(words[1].filter { !$0.isWhitespace }),
      quota > 0, period > 0,
      let used = value(of: "usage_usec", in: "\(group)/cpu.stat", separator: " ")
    else { return nil }
    return Look(milliseconds: now, busy: used, total: Double(now) * 1_000 * quota / period)
  }

  /// The part that it could not give back: cached files it can.
  private var groupMemory: Int? {
    guard let limit = number("\(group)/memory.max"),
      let current = number("\(group)/memory.current"), limit > 0
    else { return nil }
    let cached = value(of: "inactive_file", in: "\(group)/memory.stat", separator: " ") ?? 0
    return thousandths(of: max(0, current - cached), limit)
  }

  // MARK: - Of the machine

  private func machineTime(_ now: Int) -> Look? {
    guard let line = text("proc/stat")?.split(separator: "\n").first, line.hasPrefix("cpu ") else {
      return nil
    }
    // user, nice, system, idle, iowait, irq, softirq, steal: what guests used is among user and nice.
    let times = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    guard times.count >= 5 else { return nil }
    let total = times.reduce(0, +)
    return Look(milliseconds: now, busy: total - times[3] - times[4], total: total)
  }

  private var machineMemory: Int? {
    guard let total = value(of: "MemTotal", in: "proc/meminfo", separator: ":"), total > 0,
      let available = value(of: "MemAvailable", in: "proc/meminfo", separator: ":")
    else { return nil }
    return thousandths(of: total - available, total)
  }

  private func thousandths(of part: Double, _ whole: Double) -> Int {
    Int(min(1, max(0, part / whole)) * 1_000)
  }

  // MARK: - Reading

  private func text(_ path: String) -> String? { KernelFile.text("\(root)/\(path)") }

  private func number(_ path: String) -> Double? {
    text(path).flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  private func value(of name: String, in path: String, separator: Character) -> Double? {
    for line in text(path)?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, parts[0] == name else { continue }
      return parts[1].split(separator: " ").first.flatMap { Double($0) }
    }
    return nil
  }
}
