import Glibc

/// The right to listen at an ipc endpoint, from when it is made until it goes.
///
/// libzmq's own bind removes the socket of a live listener and takes its place. The lock is an
/// flock on a file beside the socket, `<path>.lock`, which holds the owner's process id; the
/// system lets go of it when the owner dies, however it dies. `Socket.bind` makes one itself.
///
/// Making it creates the directory, with mode 0700, if there is none, and removes what a dead
/// listener left. When it goes, it removes the socket, then the lock file, and only then unlocks:
/// whoever was waiting with the old lock file open sees that it is no longer the one in the
/// directory, and starts over. So of any number of racers one wins.
public final class EndpointLock: Sendable {
  /// The endpoint that nobody else can listen at.
  public let endpoint: Endpoint

  private let socketPath: String
  private let lockPath: String
  private let descriptor: Int32

  /// Throws `.endpointTaken`, naming the process that has it, `.unsafeDirectory`, or
  /// `.invalidEndpoint` when the endpoint is not ipc or something else than a socket is in its
  /// place.
  public init(_ endpoint: Endpoint) throws(ZeroMQError) {
    guard case .ipc(let path) = endpoint.address else {
      throw ZeroMQError(
        .invalidEndpoint, "Only ipc endpoints are locked, and \(endpoint) is not one.")
    }
    try SocketDirectory.prepare(for: path)
    let descriptor = try Self.lock(path + ".lock", for: endpoint)
    do {
      try SocketFile.removeIfDead(path, for: endpoint)
    } catch {
      unlink(path + ".lock")
      close(descriptor)
      throw error
    }
    Self.writeProcessID(to: descriptor)
    self.endpoint = endpoint
    self.descriptor = descriptor
    socketPath = path
    lockPath = path + ".lock"
  }

  deinit {
    SocketFile.remove(socketPath)
    unlink(lockPath)
    close(descriptor)
  }

  private static func lock(
    _ path: String, for endpoint: Endpoint
  ) throws(ZeroMQError) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw .system("open the lock file \(path)") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        defer { close(descriptor) }
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { throw .system("lock the file \(path)") }
        throw .taken(endpoint, by: processID(in: descriptor))
      }
      if isFile(descriptor, stillAt: path) { return descriptor }
      close(descriptor)
    }
  }

  private static func isFile(_ descriptor: Int32, stillAt path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  // It helps whoever meets the lock, and nothing depends on it.
  private static func writeProcessID(to descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  private static func processID(in descriptor: Int32) -> Int32? {
    var text = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &text, text.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: text[..<count].prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
