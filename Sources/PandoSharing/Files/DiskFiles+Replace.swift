import FoundationEssentials
import Glibc

extension DiskFiles {
  /// Puts `data` in place of a file: whoever opens it sees the old or the new, whole.
  ///
  /// - Parameter beforeLast: Called when only the name is to be given.
  static func replace(
    _ url: URL, with data: Data, beforeLast: () -> Void
  ) throws -> FileStamp? {
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // In the same folder, so that it is on the same disk. No other process has this name.
    let draft = folder.path + "/.\(url.lastPathComponent).\(getpid())"
    do {
      try write(data, to: draft, mode: mode(of: url.path))
      beforeLast()
      guard unsafe rename(draft, url.path) == 0 else {
        throw SystemError(call: "rename", number: errno)
      }
    } catch {
      unsafe unlink(draft)
      throw error
    }
    return FileStamp(url.path)
  }

  /// The rights of a file that is there; else those of a private one.
  private static func mode(of path: String) -> mode_t {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
  }

  private static func write(_ data: Data, to path: String, mode: mode_t) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard file >= 0 else { throw SystemError(call: "open", number: errno) }
    defer { close(file) }
    try unsafe data.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(
          file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw SystemError(call: "write", number: errno)
        }
        unsafe rest = rest.dropFirst(count)
      }
    }
    // A disk that is full may say so only here.
    guard fsync(file) == 0 else { throw SystemError(call: "fsync", number: errno) }
  }
}
