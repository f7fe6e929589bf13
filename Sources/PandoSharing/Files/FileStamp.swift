import Glibc

/// Tells one state of a file from the next.
struct FileStamp: Equatable, Sendable {
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil where there is no file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The stamp of an open file.
  init?(_ file: Int32) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
