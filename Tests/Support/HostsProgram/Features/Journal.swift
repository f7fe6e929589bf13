import Glibc
import Synchronization

/// A file of a process to which its effects append that they have begun; it outlives a process that is killed.
enum Journal {
  private static let descriptor = Mutex<Int32?>(nil)

  /// Notes that the effect of a client's action has begun here.
  static func noteStart(client: Int, number: Int) {
    let file = descriptor.withLock { descriptor in
      if let descriptor { return descriptor }
      let path = getenv("PANDO_HOSTS_JOURNAL").map { String(cString: $0) } ?? "/dev/null"
      let opened = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      descriptor = opened
      return opened
    }
    // One write, so that the lines of several processes do not mix.
    let line = Array("\(client) \(number)\n".utf8)
    write(file, line, line.count)
  }
}
