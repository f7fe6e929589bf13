import CMalloc
import Foundation

/// The memory of processes.
enum Memory {
  /// The bytes that this process has allocated and not freed.
  static var inUse: Int {
    let figures = mallinfo2()
    return Int(figures.uordblks + figures.hblkhd)
  }

  /// The bytes of a process's pages that are in memory.
  static func resident(_ process: Int32) -> Int {
    // In pages: all, those in memory, and five more.
    let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
