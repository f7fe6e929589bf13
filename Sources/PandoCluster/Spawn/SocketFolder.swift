import Foundation

/// A folder of its own for the sockets of spawned workers, which only this user can enter.
struct SocketFolder: Sendable {
  let path: String

  /// Makes one below the temporary directory; short, because socket paths are.
  init() throws {
    let base = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? "/tmp"
    let name = "pando-\(getpid())-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    let isUsable = access(base, W_OK) == 0 && base.utf8.count < 50
    path = (isUsable ? base : "/tmp") + "/" + name
    guard mkdir(path, 0o700) == 0 else {
      throw SpawnError(
        "The folder \(path) for the workers' sockets cannot be made: \(String(cString: strerror(errno))). Set XDG_RUNTIME_DIR to a folder of yours."
      )
    }
  }

  /// Removes the folder with whatever a killed worker left in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// Why workers could not be started.
public struct SpawnError: Error, CustomStringConvertible {
  /// What happened, where, and how to mend it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
