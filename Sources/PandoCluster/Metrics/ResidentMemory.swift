import Glibc

/// The memory of processes of this machine that is in use, not swapped out.
package enum ResidentMemory {
  /// Returns the number of bytes that a process uses, this one unless another is named; nil where that cannot be read.
  package static func bytes(of processID: Int32 = getpid()) -> Int? {
    let fields = KernelFile.text("/proc/\(processID)/statm")?.split(separator: " ") ?? []
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
