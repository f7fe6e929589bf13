import Foundation

/// A unix datagram socket that stands for a service manager: it keeps what it hears.
package final class DatagramListener: @unchecked Sendable {
  // `messages` is touched with the lock held only.
  private let lock = NSLock()
  private var messages: [String] = []
  private let descriptor: Int32
  private let path: String?
  /// The value of `NOTIFY_SOCKET`.
  package let name: String

  /// Listens, at a path or at a name that is in no folder.
  package init(isAbstract: Bool = false) {
    let unique = UUID().uuidString.prefix(8)
    name = isAbstract ? "@pando-notify-\(unique)" : "/tmp/pando-notify-\(unique)"
    path = isAbstract ? nil : name
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var bytes = Array(name.utf8)
    if isAbstract { bytes[0] = 0 }
    let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + bytes
    let status = address.withUnsafeBytes {
      bind(
        descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    precondition(status == 0, "the listener has no socket")
    Thread.detachNewThread { [weak self, descriptor] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
        self?.take(String(decoding: buffer.prefix(count), as: UTF8.self))
      }
    }
  }

  deinit {
    // Ends the thread's wait, which a mere close does not.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    if let path { unlink(path) }
  }

  private func take(_ message: String) {
    lock.withLock { messages.append(message) }
  }

  /// The messages so far, each with its lines.
  package var heard: [String] { lock.withLock { messages } }

  /// The number of messages that have a line.
  package func count(of line: String) -> Int {
    heard.count { $0.split(separator: "\n").contains { $0 == line } }
  }

  /// The place of the first message that has a line.
  package func place(of line: String) -> Int? {
    heard.firstIndex { $0.split(separator: "\n").contains { $0 == line } }
  }
}
