import Glibc

/// The memory of processes of this machine that is in use, not swapped out.
package enum ResidentMemory {
  /// Returns the number of bytes that a process uses, this one unless another is named; nil where that cannot be read.
  package static func bytes(of processID: Int32 = getpid()) -> Int? {
    guard let file = fopen("/proc/\(processID)/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let fields = line.prefix { $0 != 0 }.split(separator: CChar(bitPattern: UInt8(ascii: " ")))
    guard fields.count > 1,
      let pages = Int(String(decoding: fields[1].map(UInt8.init(bitPattern:)), as: UTF8.self))
    else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
