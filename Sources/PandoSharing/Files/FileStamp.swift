import Glibc

/// Tells one state of a file from the next.
struct FileStamp: Equatable, Sendable {
  /// The part that is the same for as long as nobody writes the file or puts another in its place.
  struct Content: Equatable, Sendable {
    fileprivate let device: UInt
    fileprivate let inode: UInt
    fileprivate let size: Int
    fileprivate let written: Time
  }

  fileprivate struct Time: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  let content: Content
  /// When its rights or its names were last others, too.
  private let changed: Time

  /// Nil where there is no file, or none can be reached.
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

  /// True if the file may yet be written under the same times, as the clock of files ticks slowly.
  var isFresh: Bool {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let seconds = now.tv_sec &- changed.seconds
    guard (0...1).contains(seconds) else { return false }
    let age = seconds * 1_000_000_000 + now.tv_nsec - changed.nanoseconds
    return (0..<20_000_000).contains(age)
  }

  private init(_ status: stat) {
    content = Content(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
      written: Time(status.st_mtim))
    changed = Time(status.st_ctim)
  }
}
