import Foundation
import ProgramSupport

/// The resources that this process holds between two runs.
struct Footprint {
  /// Descriptors once a run has made what is made once for a process.
  private var descriptors: Int?
  /// Memory after the first runs.
  private var memory: [Int] = []

  /// An environment variable that names this process to all that come of it.
  static let variable = "PANDO_STRESS_RUNNER"

  private static let firstRuns = 8
  private static let growthBytes = 96 << 20

  /// Returns what the last run left behind.
  mutating func compare(with before: Footprint) async -> [String] {
    var problems: [String] = []
    let end = ContinuousClock.now + .seconds(Bounds.releaseSeconds)
    while true {
      problems = current()
      if problems.isEmpty || ContinuousClock.now > end { break }
      try? await Task.sleep(for: .milliseconds(20))
    }
    // More than a few are for good only where they grow from run to run.
    if descriptors == nil { descriptors = descriptorCount() }
    memory.append(residentBytes())
    if memory.count > Self.firstRuns * 2 {
      let first = memory.prefix(Self.firstRuns).max() ?? 0
      let last = memory.suffix(Self.firstRuns).min() ?? 0
      if last > first + Self.growthBytes {
        problems.append(
          "memory grows: \(first >> 20) MB after the first runs, \(last >> 20) MB now")
      }
    }
    return problems
  }

  private func current() -> [String] {
    var problems: [String] = []
    let mark = "\(Self.variable)=\(getpid())"
    let children = Set(childProcesses()).union(processes(withEnvironment: mark)).sorted()
    if !children.isEmpty { problems.append("processes are left: \(children)") }
    // The thread that keeps in touch with coordinators is one for the process.
    let threads = threadNames().filter {
      $0 != "pando-control" && ($0.hasPrefix("pando") || $0.hasPrefix("ZMQ"))
    }
    if !threads.isEmpty { problems.append("threads are left: \(threads)") }
    if let descriptors, descriptorCount() > descriptors + 2 {
      problems.append("\(descriptors) descriptors became \(descriptorCount())")
    }
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    let folders = names.filter {
      $0.hasPrefix("pando-\(getpid())-") || $0.contains("-\(getpid())-")
    }
    if !folders.isEmpty { problems.append("folders are left: \(folders)") }
    return problems
  }
}
