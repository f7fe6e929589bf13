import Foundation

/// Returns the memory of a process, this one unless another is named, in bytes as the system counts it.
package func residentBytes(of processID: Int32 = getpid()) -> Int {
  // In pages: all, and those in memory.
  let text = (try? String(contentsOfFile: "/proc/\(processID)/statm", encoding: .utf8)) ?? ""
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
}
