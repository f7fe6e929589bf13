import Glibc

/// A socket that is closed when neither the storage nor its thread uses it.
final class Listener: @unchecked Sendable {
  let socket: LocalSocket
  /// The file that it has: written before anybody else has it.
  var identity: [UInt64]?

  init(socket: LocalSocket) { self.socket = socket }

  deinit { socket.close() }

  static func identity(of path: String) -> [UInt64]? {
    var found = stat()
    return lstat(path, &found) == 0 ? [UInt64(found.st_dev), UInt64(found.st_ino)] : nil
  }
}
