import Foundation
import PandoHosting

/// Looks whether a worker is confined as it was to be: at what the kernel says, and not the worker.
enum ConfinementCheck {
  /// Returns what is missing, in words; nil where nothing is.
  ///
  /// Complexity: reads a file for each thread of the process.
  static func problem(of processID: Int32, _ confinement: Confinement) -> String? {
    problem(of: processID, isFiltered: confinement.filter != nil)
  }

  private static func problem(of processID: Int32, isFiltered: Bool) -> String? {
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
      if let problem = problem(status: String(decoding: status, as: UTF8.self), isFiltered) {
        return "thread \(thread) of it \(problem)"
      }
    }
    return nil
  }

  static func problem(status: String, _ isFiltered: Bool) -> String? {
    var values: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1].drop { $0 == "\t" || $0 == " " } }
    }
    if values["NoNewPrivs"] != "1" { return "may gain rights" }
    if values["CapPrm"].map({ $0.contains { $0 != "0" } }) ?? true { return "has capabilities" }
    if isFiltered, values["Seccomp"] != "2" { return "has no filter of system calls" }
    return nil
  }
}
