import Glibc

/// A Unix socket whose calls block, until a time at most.
struct LocalSocket: Sendable {
  let descriptor: Int32
  /// The time at which every call gives up.
  var deadline = ContinuousClock.now + .seconds(10)

  /// The longest message, in bytes.
  private static let bytesAtMost = 1 << 30

  private init() throws(JournalError) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if descriptor < 0 { throw .system("a socket cannot be made", path: "") }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  var isLate: Bool { ContinuousClock.now >= deadline }

  /// Returns a connection to whoever listens; nil where nobody does.
  static func connected(to path: String) throws(JournalError) -> LocalSocket? {
    let socket = try LocalSocket()
    // Where nobody accepts connections, one more waits.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let code = socket.with(path, connect)
    if code == 0 { return socket }
    socket.close()
    if code == ENOENT || code == ECONNREFUSED { return nil }
    throw .system("its socket cannot be connected to", path: path, code: code)
  }

  /// Throws where a path is that of something else than a socket.
  static func expectNoFile(at path: String) throws(JournalError) {
    var found = stat()
    if lstat(path, &found) == 0, found.st_mode & S_IFMT != S_IFSOCK {
      throw .system("it is no socket", path: path, code: EEXIST)
    }
  }

  /// Returns a socket that the same user can connect to, in the place of what was there.
  static func listening(at path: String) throws(JournalError) -> LocalSocket {
    let socket = try LocalSocket()
    unlink(path)
    let code = socket.with(path, bind)
    // Nobody connects before it listens.
    if code == 0, chmod(path, 0o600) == 0, listen(socket.descriptor, 8) == 0 { return socket }
    let problem = code == 0 ? errno : code
    socket.close()
    throw .system("its socket cannot be made", path: path, code: problem)
  }

  /// Returns the next connection; nil once the socket is shut down.
  func accepted() -> LocalSocket? {
    while true {
      let next = accept(descriptor, nil, nil)
      if next >= 0 {
        _ = fcntl(next, F_SETFD, FD_CLOEXEC)
        return LocalSocket(descriptor: next)
      }
      if errno == EINTR || errno == ECONNABORTED { continue }
      if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS {
        usleep(100_000)
        continue
      }
      return nil
    }
  }

  /// Ends calls of other threads.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func close() { Glibc.close(descriptor) }

  /// Takes nothing any more: the other side fails to send from now on. What it has sent can still be received.
  func refuseMore() { shutdown(descriptor, Int32(SHUT_RD)) }

  /// The process on the other side, and its user.
  var peer: (process: pid_t, user: uid_t)? {
    var words: [UInt32] = [0, 0, 0]
    var size = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &size) == 0 else { return nil }
    return (pid_t(bitPattern: words[0]), words[1])
  }

  // MARK: - Messages, each behind its length

  /// Returns whether it was sent.
  func send(_ message: [UInt8]) -> Bool {
    let length = withUnsafeBytes(of: UInt64(message.count).littleEndian) { Array($0) }
    return sendAll(length) && sendAll(message)
  }

  /// Returns the next message; nil where the other side is gone, says too much, or takes too long.
  func receive(atMost limit: Int = bytesAtMost) -> [UInt8]? {
    guard let length = receiveAll(8) else { return nil }
    let count = length.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return count <= limit ? receiveAll(Int(count)) : nil
  }

  private func sendAll(_ bytes: [UInt8]) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        guard wait(for: POLLOUT) else { return false }
        let count = Glibc.send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, flags)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  private func receiveAll(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      guard wait(for: POLLIN) else { return nil }
      let part = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress! + received, count - received, Int32(MSG_DONTWAIT))
      }
      if part < 0, errno == EINTR || errno == EAGAIN { continue }
      if part <= 0 { return nil }
      received += part
    }
    return bytes
  }

  private func wait(for events: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      if poll(&ready, 1, Int32(max(0, left.rounded(.up)))) > 0 { return true }
      if isLate { return false }
    }
  }

  // MARK: - Addresses

  /// Calls a body with the address of a path. Returns the error's number; 0 for none.
  private func with(
    _ path: String, _ body: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // It ends with a zero.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, size) }
    }
    return result == 0 ? 0 : errno
  }
}
