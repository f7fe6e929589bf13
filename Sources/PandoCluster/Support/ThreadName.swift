import Glibc

/// The name of a thread, as `top -H` and debuggers show it.
enum ThreadName {
  /// Names the calling thread; at most 15 bytes count.
  static func set(_ name: StaticString) {
    set(name, ofThread: "thread-self")
  }

  /// The name by which `set(_:ofThread:)` knows the calling thread.
  static var current: String {
    var bytes = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &bytes, bytes.count - 1)
    return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init), as: UTF8.self) : ""
  }

  /// Names another thread of this process.
  static func set(_ name: StaticString, ofThread thread: String) {
    set(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), thread)
  }

  /// Names the first thread of this process, and with it the process, as `ps` and `top` show it.
  static func setOfProcess(_ name: String) {
    var name = name
    name.withUTF8 { set($0, "self") }
  }

  private static func set(_ name: UnsafeBufferPointer<UInt8>, _ thread: String) {
    // By the file, since Swift does not see the functions for it.
    let file = open("/proc/\(thread)/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name.baseAddress, min(name.count, 15))
    close(file)
  }
}
