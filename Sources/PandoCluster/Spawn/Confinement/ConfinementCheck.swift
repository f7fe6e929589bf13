import Foundation
import PandoHosting

/// Looks whether a worker is confined as it was to be: at what the kernel says, and not the worker.
enum ConfinementCheck {
  /// Returns what is missing, in words; nil where nothing is.
  ///
  /// Complexity: reads a file for each thread of the process.
  static func problem(of processID: Int32, _ confinement: Confinement) -> String? {
    problem(
      of: processID, filtersAtLeast: confinement.filter == nil ? 0 : confinement.filterCount + 1)
  }

  /// The number of filters of system calls that this process has.
  static var filterCount: Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    return count(values(of: String(decoding: status, as: UTF8.self)))
  }

  private static func problem(of processID: Int32, filtersAtLeast least: Int) -> String? {
    let folder = "/proc/\(processID)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder),
      !threads.isEmpty
    else { return "its threads cannot be looked at" }
    for thread in threads {
      let file = "\(folder)/\(thread)/status"
      guard let status = FileManager.default.contents(atPath: file) else {
        // One that has ended meanwhile does no harm.
        if !FileManager.default.fileExists(atPath: file) { continue }
        return "thread \(thread) of it cannot be looked at"
      }
      if let problem = problem(status: String(decoding: status, as: UTF8.self), least) {
        return "thread \(thread) of it \(problem)"
      }
    }
    return nil
  }

  static func problem(status: String, _ least: Int) -> String? {
    let values = values(of: status)
    if values["NoNewPrivs"] != "1" { return "may gain rights" }
    if values["CapPrm"].map({ $0.contains { $0 != "0" } }) ?? true { return "has capabilities" }
    if count(values) < least { return "has no filter of system calls" }
    return nil
  }

  private static func values(of status: String) -> [Substring: Substring] {
    var values: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1].drop { $0 == "\t" || $0 == " " } }
    }
    return values
  }

  /// The number of filters; before Linux 5.9, which says no number, at most 1.
  private static func count(_ values: [Substring: Substring]) -> Int {
    if let count = values["Seccomp_filters"] { return Int(count) ?? 0 }
    return values["Seccomp"] == "2" ? 1 : 0
  }
}
