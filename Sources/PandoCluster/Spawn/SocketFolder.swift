import Foundation
import PandoHosting
import Synchronization
import ZeroMQ

/// A folder of its own for the sockets of spawned workers, which only this user can enter.
///
/// Its name tells the process that made it, so that the next program sweeps away what a killed one left.
struct SocketFolder: Sendable {
  let path: String
  private let folder: FileIdentity?

  /// The longest path of a folder that folders of sockets can be made in.
  static let longestBaseBytes = 50

  /// Makes one in `XDG_RUNTIME_DIR` where that can be used, else in `TMPDIR`, else in `/tmp`.
  ///
  /// - Throws: `SpawnError` when the folder that `TMPDIR` names cannot be used.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) throws(SpawnError) {
    let base = try Self.base(environment)
    let owner = ProcessOwner.current
    Self.sweep(base, for: owner)
    path = try Self.make(base, owner)
    folder = FileIdentity(path: path)
  }

  /// The number of the next folder. It begins anywhere, since what a process was before `exec` may have left some.
  private static let number = Atomic<UInt16>(UInt16.random(in: .min ... .max))

  /// Makes a folder whose name no other has.
  private static func make(_ base: String, _ owner: ProcessOwner) throws(SpawnError) -> String {
    var problem = EEXIST
    for _ in 0...UInt16.max where problem == EEXIST {
      let number = number.wrappingAdd(1, ordering: .relaxed).newValue
      let path = "\(base)/\(owner.folderName)-\(String(number, radix: 36))"
      if mkdir(path, 0o700) == 0 { return path }
      problem = errno
    }
    // The file system is full or cannot be written to, whatever the folder's own rights say.
    throw unusable(base, String(cString: strerror(problem)))
  }

  private static func unusable(_ base: String, _ problem: String) -> SpawnError {
    SpawnError(
      """
      No folder for the workers' sockets can be made in \(base): \(problem). Set TMPDIR to a folder \
      that you can write to, with a path of at most \(longestBaseBytes) bytes.
      """)
  }

  private static func base(_ environment: [String: String]) throws(SpawnError) -> String {
    // A session's folder may be another user's, or gone, without anybody having chosen that.
    if let session = environment["XDG_RUNTIME_DIR"], !session.isEmpty, problem(session) == nil {
      return session
    }
    let chosen = environment["TMPDIR"] ?? ""
    let base = chosen.isEmpty ? "/tmp" : chosen
    if let problem = problem(base) { throw unusable(base, problem) }
    return base.count > 1 && base.hasSuffix("/") ? String(base.dropLast()) : base
  }

  private static func problem(_ base: String) -> String? {
    guard base.hasPrefix("/") else { return "its path is not absolute" }
    guard base.utf8.count <= longestBaseBytes else {
      return "its path has \(base.utf8.count) bytes, too many for a socket in it"
    }
    var status = stat()
    guard stat(base, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "it is no folder" }
    guard access(base, W_OK | X_OK) == 0 else { return String(cString: strerror(errno)) }
    return nil
  }

  /// Removes the folders of this user's programs that have ended.
  private static func sweep(_ base: String, for owner: ProcessOwner) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    for name in names {
      guard let other = ProcessOwner(folderName: name), other.mayBeSwept(by: owner) else {
        continue
      }
      let path = "\(base)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid()
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// The path of a worker's socket. No other worker of the folder ever has it.
  func socketPath(of member: MemberID) -> String { "\(path)/\(member.rawValue).sock" }

  /// Makes a folder in it for the socket of a worker that is to see no others. Returns its path.
  func makeFolder(of member: MemberID) throws(SpawnError) -> String {
    let own = "\(path)/\(member.rawValue)"
    guard mkdir(own, 0o700) == 0 else {
      throw SpawnError(system: "make the folder \(own.printable) for a worker's socket")
    }
    // The worker may make sockets there, and no files.
    try Self.makeLock(ofSocket: Self.socketPath(inFolder: own))
    return own
  }

  /// Makes the file beside a socket, where there is none.
  static func makeLock(ofSocket path: String) throws(SpawnError) {
    let lock = open(lockPath(ofSocket: path), O_CREAT | O_CLOEXEC | O_RDWR | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw SpawnError(system: "make a file beside the socket \(path.printable)")
    }
    close(lock)
  }

  /// The path of the file beside a socket, by which whoever listens there has it for itself.
  static func lockPath(ofSocket path: String) -> String { path + ".lock" }

  /// The path of the socket in the folder of a worker.
  static func socketPath(inFolder own: String) -> String { "\(own)/s" }

  /// Makes the folder of a socket, where it is missing. Throws where something else is in it: a worker in a sandbox may
  /// remove files there.
  static func requireForOne(_ path: String) throws(SpawnError) {
    let url = URL(fileURLWithPath: path)
    let (folder, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
    let own = [name, lockPath(ofSocket: name)]
    mkdir(folder, 0o700)
    let others: [String]
    do {
      others = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
        !own.contains($0)
      }
    } catch {
      throw SpawnError(
        lasting: "the folder \(folder.printable) of the worker's socket cannot be read: \(error)")
    }
    guard let other = others.min() else { return }
    throw SpawnError(
      lasting: """
        a worker in a sandbox may remove the files beside its socket, and in \(folder.printable) there are others, such as \
        \(other.printable). Give it a folder of its own: --bind ipc://\(folder.printable)/worker/socket
        """)
  }

  /// Removes the sockets, and links to them, that a worker in a sandbox has left in its folder.
  static func removeSockets(beside path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
        continue
      }
      unlink("\(folder)/\(name)")
    }
  }

  /// Removes what a worker that has ended left of its socket.
  func removeSocket(of member: MemberID) {
    let own = "\(path)/\(member.rawValue)"
    for socket in [socketPath(of: member), Self.socketPath(inFolder: own)] {
      unlink(socket)
      unlink(Self.lockPath(ofSocket: socket))
    }
    // It may have left links to its socket there.
    if rmdir(own) != 0, errno == ENOTEMPTY { try? FileManager.default.removeItem(atPath: own) }
  }

  /// Removes the folder with whatever a killed worker left in it. Where a cleaner of old files has removed it, one that
  /// has its name is a worker's, which removes it, or another's.
  func remove() {
    // As a rule it is empty. Looking into it takes a descriptor, and there may be none left.
    if rmdir(path) == 0 { return }
    guard FileIdentity(path: path) == folder else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes what a worker that ends has left of its socket, as one does that ends right after it began to listen, and the
  /// folder once no other socket is in it: the last worker does it when the program could not.
  static func clearUp(after endpoint: String) {
    guard endpoint.hasPrefix("ipc://"), let slash = endpoint.lastIndex(of: "/") else { return }
    let path = String(endpoint[..<slash].dropFirst("ipc://".count))
    guard let name = path.split(separator: "/").last.map(String.init),
      ProcessOwner(folderName: name) != nil
    else { return }
    let socket = endpoint.dropFirst("ipc://".count)
    unlink(String(socket))
    unlink("\(socket).lock")
    rmdir(path)
  }
}
