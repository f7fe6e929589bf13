import Foundation

/// Returns the memory of a process, in bytes.
func residentBytes(of processID: Int32) -> Int {
  let text = (try? String(contentsOfFile: "/proc/\(processID)/statm", encoding: .utf8)) ?? ""
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
}
