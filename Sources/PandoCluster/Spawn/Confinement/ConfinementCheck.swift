import Foundation
import Glibc
import PandoHosting

/// Looks whether a worker is confined as it was to be: at what the kernel says, and not the worker.
///
/// The first lane of a worker waits for it.
enum ConfinementCheck {
  /// Returns what is missing, in words; nil where nothing is.
  ///
  /// Complexity: reads a file for each thread of the process.
  static func problem(of processID: Int32, _ confinement: Confinement) -> String? {
    let least = confinement.filter == nil ? 0 : confinement.filterCount + 1
    let folder = "/proc/\(processID)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder),
      !threads.isEmpty
    else { return "its threads cannot be looked at" }
    for thread in threads {
      guard let status = KernelFile.text("\(folder)/\(thread)/status") else {
        // One that has ended meanwhile does no harm.
        if errno == ENOENT || errno == ESRCH { continue }
        return "thread \(thread) of it cannot be looked at"
      }
      if let problem = problem(status: status, least) { return "thread \(thread) of it \(problem)" }
    }
    return nil
  }

  /// The number of filters of system calls that this process has.
  static var filterCount: Int { count(values(of: KernelFile.text("/proc/self/status") ?? "")) }

  static func problem(status: String, _ least: Int) -> String? {
    let values = values(of: status)
    if values["NoNewPrivs"] != "1" { return "may gain rights" }
    if values["CapPrm"].map({ $0.contains { $0 != "0" } }) ?? true { return "has capabilities" }
    if count(values) < least { return "has no filter of system calls" }
    return nil
  }

  private static func values(of status: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in status.utf8.split(separator: UInt8(ascii: "\n")) {
      for name in ["NoNewPrivs", "CapPrm", "Seccomp", "Seccomp_filters"]
      where line.starts(with: "\(name):\t".utf8) {
        values[name] = String(Substring(line.dropFirst(name.utf8.count + 2)))
      }
    }
    return values
  }

  /// The number of filters; before Linux 5.9, which says no number, at most 1.
  private static func count(_ values: [String: String]) -> Int {
    if let count = values["Seccomp_filters"] { return Int(count) ?? 0 }
    return values["Seccomp"] == "2" ? 1 : 0
  }
}
