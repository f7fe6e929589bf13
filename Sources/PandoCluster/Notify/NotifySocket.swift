import Glibc

/// The way to the socket at which a service manager hears of its services: datagrams, as sd_notify(3)
/// sends them.
final class NotifySocket: Sendable {
  /// The outcome of sending.
  enum Outcome: Equatable {
    case sent
    /// The manager has too much to read; later there may be room.
    case later
    /// Nobody listens there, with the number of the system's error.
    case failed(Int32)
  }

  private let descriptor: Int32
  /// A `sockaddr_un`, as long as it is used.
  private let address: [UInt8]

  /// - Parameter name: What `NOTIFY_SOCKET` says: an absolute path, or "@" and a name that is in no folder.
  /// - Throws: `NotifyProblem` when it names no such socket, or the system has no descriptors left.
  init(_ name: String) throws(NotifyProblem) {
    var path = Array(name.utf8)
    guard path.count > 1, path[0] == UInt8(ascii: "/") || path[0] == UInt8(ascii: "@") else {
      throw .notAnAddress(name)
    }
    guard path.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
      throw .tooLong(name)
    }
    if path[0] == UInt8(ascii: "@") {
      path[0] = 0
    } else {
      path.append(0)
    }
    address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .noDescriptor(errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Sends one message, and waits for nobody.
  func send(_ text: String) -> Outcome {
    let bytes = Array(text.utf8)
    while true {
      let count = address.withUnsafeBytes { address in
        sendto(
          descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL),
          address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
      }
      if count >= 0 { return .sent }
      switch errno {
      case EINTR: continue
      case EAGAIN, ENOBUFS: return .later
      default: return .failed(errno)
      }
    }
  }
}
