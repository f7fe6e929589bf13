import Foundation

/// Returns whether a process is a child of this one.
func isChild(_ processID: Int32) -> Bool { parent(of: processID) == getpid() }

/// The living processes whose parent is this one.
func childProcesses() -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap(Int32.init).filter(isChild)
}

/// The living processes that were started with a variable of the environment like this, `name=value`.
func processes(withEnvironment variable: String) -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap(Int32.init).filter { number in
    let environment = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(number)/environ"))
    return environment?.split(separator: 0).contains { $0.elementsEqual(variable.utf8) } == true
  }
}

private func parent(of processID: Int32) -> Int32? {
  guard
    let status = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
    let rest = status.split(separator: ")").last
  else { return nil }
  let fields = rest.split(separator: " ")
  return fields.count > 1 ? Int32(fields[1]) : nil
}

/// The names of this process's threads.
func threadNames() -> [String] {
  let folder = "/proc/self/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return threads.compactMap { thread in
    (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8))?
      .trimmingCharacters(in: .newlines)
  }
}

/// Returns the number of descriptors that this process has.
func descriptorCount() -> Int {
  // The folder itself is open while it is read.
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0) - 1
}
