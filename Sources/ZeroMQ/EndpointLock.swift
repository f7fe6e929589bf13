import Glibc
import Synchronization

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
///
/// Where somebody has removed the lock file meanwhile, another may have come to listen there, with
/// files of its own. Then neither file is removed.
public final class EndpointLock: Sendable {
  /// The endpoint that nobody else can listen at.
  public let endpoint: Endpoint

  private let socketPath: String
  private let lockPath: String
  private let descriptor: Int32
  private let lockFile: FileIdentity
  /// The socket that was bound under the lock; nil before, and where `Socket.bind` did not do it.
  private let socketFile: Mutex<FileIdentity?>

  /// Throws `.endpointTaken`, naming the process that has it, `.unsafeDirectory`, or
  /// `.invalidEndpoint` when the endpoint is not ipc or something else than a socket is in its
  /// place.
  public convenience init(_ endpoint: Endpoint) throws(ZeroMQError) {
    try self.init(endpoint, keeping: nil)
  }

  /// - Parameter socketFile: The socket of this process that may be there, and is to stay.
  private init(_ endpoint: Endpoint, keeping socketFile: FileIdentity?) throws(ZeroMQError) {
    guard case .ipc(let path) = endpoint.address else {
      throw ZeroMQError(
        .invalidEndpoint, "Only ipc endpoints are locked, and \(endpoint) is not one.")
    }
    try SocketDirectory.prepare(for: path)
    let (descriptor, lockFile) = try Self.lock(path + ".lock", for: endpoint)
    do {
      if socketFile == nil || FileIdentity(path: path) != socketFile {
        try SocketFile.removeIfDead(path, for: endpoint)
      }
    } catch {
      lockFile.remove(path + ".lock")
      close(descriptor)
      throw error
    }
    Self.writeProcessID(to: descriptor)
    self.endpoint = endpoint
    self.descriptor = descriptor
    self.lockFile = lockFile
    self.socketFile = Mutex(socketFile)
    socketPath = path
    lockPath = path + ".lock"
  }

  deinit {
    // While the lock file has its name, nobody else can have come to listen here.
    if isHeld {
      if let socketFile = socketFile.withLock({ $0 }) {
        socketFile.remove(socketPath)
      } else {
        SocketFile.remove(socketPath)
      }
      lockFile.remove(lockPath)
    }
    close(descriptor)
  }

  /// True while the lock file has its name, so that all who want the lock meet it.
  private var isHeld: Bool { FileIdentity(path: lockPath) == lockFile }

  /// True while whoever connects to the endpoint meets the socket that was bound under the lock.
  var hasSocket: Bool {
    guard let socketFile = socketFile.withLock({ $0 }) else { return false }
    return FileIdentity(path: socketPath) == socketFile
  }

  /// True while both files have their names.
  var isWhole: Bool { hasSocket && isHeld }

  /// The socket was bound under the lock.
  func noteSocket() {
    let bound = FileIdentity(path: socketPath)
    socketFile.withLock { $0 = bound }
  }

  /// Returns a lock whose file has its name, for the socket that is there or is to be bound: this one where it can be.
  ///
  /// Throws as the initializer does: another may have come to listen there.
  func renewed() throws(ZeroMQError) -> EndpointLock {
    guard isHeld else {
      return try EndpointLock(endpoint, keeping: socketFile.withLock({ $0 }))
    }
    if !hasSocket { try SocketFile.removeIfDead(socketPath, for: endpoint) }
    return self
  }

  private static func lock(
    _ path: String, for endpoint: Endpoint
  ) throws(ZeroMQError) -> (Int32, FileIdentity) {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw .system("open the lock file \(path)") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        defer { close(descriptor) }
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { throw .system("lock the file \(path)") }
        throw .taken(endpoint, by: processID(in: descriptor))
      }
      if let file = FileIdentity(descriptor: descriptor), file == FileIdentity(path: path) {
        return (descriptor, file)
      }
      close(descriptor)
    }
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
