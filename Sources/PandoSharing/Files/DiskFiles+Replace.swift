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
    let (draft, file) = try openDraft(folder.path + "/" + draftPrefix(url))
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
      let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
      let path = prefix + String(repeating: "0", count: draftDigits - number.count) + number
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 { return (path, file) }
      guard errno == EEXIST else { throw SystemError(call: "open", number: errno) }
    }
  }

  /// The number of digits behind the prefix of a draft's name.
  private static let draftDigits = 8
  /// The age at which a draft is one that nobody finishes: a write takes moments.
  private static let secondsOfOldDraft = 3_600

  /// The length of a name that Linux takes.
  private static let nameBytesAtMost = 255

  /// The beginning of the names of a file's drafts, which no other file is likely to have.
  static func draftPrefix(_ url: URL) -> String {
    name("." + url.lastPathComponent, ".draft-", roomFor: draftDigits)
  }

  /// A name with something behind it, and with room for more bytes. It has a part of a long name.
  static func name(_ name: String, _ rest: String, roomFor byteCount: Int = 0) -> String {
    var name = name
    while name.utf8.count + rest.utf8.count + byteCount > nameBytesAtMost {
      name.unicodeScalars.removeLast()
    }
    return name + rest
  }

  /// Returns which of the names in a folder are those of drafts, by their beginnings.
  static func drafts(among names: [String]) -> [String: [String]] {
    var drafts: [String: [String]] = [:]
    for name in names {
      let digits = name.utf8.suffix(draftDigits)
      guard digits.count == draftDigits,
        digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      else { continue }
      let prefix = String(name.dropLast(draftDigits))
      if prefix.hasSuffix(".draft-") { drafts[prefix, default: []].append(name) }
    }
    return drafts
  }

  /// The names in a folder; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// Removes those drafts that are left of processes which were killed while they wrote.
  static func removeOld(_ drafts: [String], in folder: String) {
    let now = time(nil)
    for name in drafts {
      let path = folder + "/" + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        now - status.st_mtim.tv_sec > secondsOfOldDraft
      else { continue }
      unsafe unlink(path)
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
