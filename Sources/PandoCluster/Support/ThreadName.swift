import Glibc

/// The name of the calling thread, as `top -H` and debuggers show it.
enum ThreadName {
  /// Sets the name; at most 15 bytes count.
  static func set(_ name: StaticString) {
    // By the file, since Swift does not see the functions for it.
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name.utf8Start, min(name.utf8CodeUnitCount, 15))
    close(file)
  }
}
