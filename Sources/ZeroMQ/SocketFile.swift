import Glibc

/// The file that a unix socket leaves at its path.
enum SocketFile {
  /// Removes the socket of a listener that is no more.
  ///
  /// Throws `.endpointTaken` when somebody answers there, who does not use the lock, and
  /// `.invalidEndpoint` when the file is not a socket: libzmq would delete it.
  static func removeIfDead(_ path: String, for endpoint: Endpoint) throws(ZeroMQError) {
    guard let isSocket = isSocket(path) else { return }
    guard isSocket else {
      throw ZeroMQError(
        .invalidEndpoint,
        "Could not listen at \(endpoint): \(path) exists and is not a socket. "
          + "Move it away, or choose another path.")
    }
    if let listener = try listener(at: path) { throw .taken(endpoint, by: listener.processID) }
    remove(path)
  }

  /// Throws where nobody could connect as this user: the file is no socket, or is not to be used. One that is not there
  /// may come.
  static func requireUsable(_ path: String, for endpoint: Endpoint) throws(ZeroMQError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == EACCES else { return }
      throw .system("connect to \(endpoint) as user \(geteuid())")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ZeroMQError(
        .invalidEndpoint,
        "Could not connect to \(endpoint): the file is not a socket. Check the path; "
          + "who listens there makes the socket itself.")
    }
    guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0, errno == EACCES else { return }
    throw .system(
      "connect to \(endpoint), a socket of user \(status.st_uid), as user \(geteuid())",
      mend: "Run as the same user, or connect over tcp with keys.")
  }

  /// Removes the file, if it is a socket.
  static func remove(_ path: String) {
    if isSocket(path) == true { unlink(path) }
  }

  /// Nil when there is no such file.
  private static func isSocket(_ path: String) -> Bool? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFSOCK
  }

  private struct Listener {
    var processID: Int32?
  }

  private static func listener(at path: String) throws(ZeroMQError) -> Listener? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw .system("open a socket to look who listens at \(path)") }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafeBytes(of: &address) {
      connect(
        descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    // A full backlog (EAGAIN) is a listener too.
    guard result == 0 || errno == EAGAIN else { return nil }
    // Process, user and group id: struct ucred, which Swift's Glibc module leaves out.
    var peer: (Int32, UInt32, UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    let known = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.0 > 0
    return Listener(processID: known ? peer.0 : nil)
  }
}

extension ZeroMQError {
  static func taken(_ endpoint: Endpoint, by processID: Int32?) -> ZeroMQError {
    let owner =
      switch processID {
      case .some(getpid()): "this process (\(getpid())) listens there already"
      case .some(let other): "process \(other) listens there"
      case nil: "another process listens there"
      }
    return ZeroMQError(
      .endpointTaken,
      "Could not listen at \(endpoint): \(owner). Stop it, or choose another path.",
      errno: EADDRINUSE)
  }
}
