import FoundationEssentials
import Glibc

extension DiskFiles {
  /// Puts `data` in place of a file: whoever opens it sees the old or the new, whole.
  ///
  /// - Parameter beforeLast: Called when only the name is to be given.
  static func replace(
    _ url: URL, with data: Data, beforeLast: () throws -> Void
  ) throws -> FileStamp? {
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // In the same folder, so that it is on the same disk.
    let (draft, file) = try openDraft(folder.path + "/.\(url.lastPathComponent).")
    do {
      let stamp = try write(data, to: file, mode: mode(of: url.path))
      try beforeLast()
      guard unsafe rename(draft, url.path) == 0 else {
        throw SystemError(call: "rename", number: errno)
      }
      return stamp
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  /// Makes a file whose name nobody else has, not even a process with the number of this one in another
  /// container.
  private static func openDraft(_ prefix: String) throws -> (path: String, file: Int32) {
    while true {
      let path = prefix + String(UInt32.random(in: 0...UInt32.max), radix: 36)
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 { return (path, file) }
      guard errno == EEXIST else { throw SystemError(call: "open", number: errno) }
    }
  }

  /// The rights of a file that is there; nil where there is none.
  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// Writes to a file and closes it. A new file is a private one, unless it is to have other rights.
  private static func write(_ data: Data, to file: Int32, mode: mode_t?) throws -> FileStamp? {
    defer { close(file) }
    // Not as it is made, where the mask of the process takes rights away. A disk that knows no rights
    // refuses it, and then there are none to keep.
    if let mode { _ = fchmod(file, mode) }
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
    // Of the file that was written: another may have its name by the time that it has been given.
    return FileStamp(file)
  }

  /// Gives a file another name, under which nothing is lost.
  static func setAside(_ url: URL) throws {
    var number = 1
    while isThere(url.unreadable(number)) { number += 1 }
    guard unsafe rename(url.path, url.unreadable(number).path) == 0 || errno == ENOENT else {
      throw SystemError(call: "rename", number: errno)
    }
  }

  private static func isThere(_ url: URL) -> Bool {
    var status = stat()
    return unsafe lstat(url.path, &status) == 0
  }
}
