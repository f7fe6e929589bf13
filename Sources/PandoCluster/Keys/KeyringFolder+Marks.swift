import Glibc

extension KeyringFolder {
  /// A mark that changes with the files, found without reading them.
  struct Marks: Hashable, Sendable {
    private struct File: Hashable {
      let name: String
      let inode: UInt
      let size: Int
      let changeSeconds: Int
      let changeNanoseconds: Int
    }

    private var files: [File] = []
    private var newestSeconds = 0

    /// The time that a file may go on changing under the same time: the clock of files ticks
    /// slowly, and that of another machine may be late.
    private static let settlingSeconds = 3

    mutating func add(_ name: String, _ status: stat) {
      files.append(
        File(
          name: name, inode: status.st_ino, size: status.st_size,
          changeSeconds: status.st_ctim.tv_sec, changeNanoseconds: status.st_ctim.tv_nsec))
      newestSeconds = max(newestSeconds, status.st_ctim.tv_sec)
    }

    /// True if files with the same marks later are sure to be the same.
    var isSettled: Bool {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return newestSeconds + Self.settlingSeconds < now.tv_sec
    }
  }

  /// The marks of the folder and of every key's file. Throws when the folder cannot be used.
  func marks() throws(KeyError) -> Marks {
    var marks = Marks()
    var status = stat()
    if stat(path, &status) == 0 { marks.add("", status) }
    for name in try fileNames() {
      // One that has gone meanwhile is missed, and so makes a difference.
      if stat("\(path)/\(name)", &status) == 0 { marks.add(name, status) }
    }
    return marks
  }
}
