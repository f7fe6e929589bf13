import Glibc

/// The file beside a journal that keeps other openers out, and that knows the last acknowledged row.
///
/// It is locked by `flock`. That lock belongs to the open file and not to the process, as one by `F_OFD_SETLK` does
/// (which Swift's Glibc module leaves out): the lock of SQLite on its own file is lost as soon as anybody in the
/// process closes that file. A tool that only reads the journal takes the lock shared.
///
/// The mark in it is the only witness of a journal whose end was cut off: SQLite ends its log at the first frame that
/// does not fit, and says nothing. It is written without a flush, behind the row's flush. So it outlives a killed
/// process, and after a power cut it may be older than the rows, never newer. The file is never deleted.
///
/// It has eight words of 64 bits, in little-endian order: a magic number, the mark's epoch, group, version and hash,
/// the hash of these five; the process, and the process with all bits turned. The mark's epoch is 0 before the first
/// mark.
final class LockFile {
  /// A mark as it was found.
  enum FoundMark: Equatable {
    case none
    case mark(JournalMark)
    /// The mark was all zeros: the machine stopped while the file was made, or it is damaged.
    case zeros
    case damaged
  }

  private static let magic: UInt64 = 0x316B_636F_4C50_4D4A
  private static let processOffset: off_t = 48
  private static let size = 64

  private let descriptor: Int32
  private let journal: String
  /// The mark that was there when the lock was taken.
  let found: FoundMark

  /// Takes the lock, reads the mark, and notes this process as the owner.
  ///
  /// - Parameter journal: The journal's path, for errors.
  init(_ path: String, of journal: String) throws(JournalError) {
    self.journal = journal
    descriptor = try Self.lock(path, LOCK_EX, O_RDWR | O_CREAT, journal)
    let words = Self.read(descriptor)
    found = Self.mark(in: words)
    do throws(JournalError) {
      if words == nil { try write(.zero) }
      let process = UInt64(UInt32(bitPattern: getpid()))
      try write([process, ~process], at: Self.processOffset)
    } catch {
      flock(descriptor, LOCK_UN)
      Glibc.close(descriptor)
      throw error
    }
  }

  /// Takes the lock shared with others that only read; nil where the file does not exist.
  init?(reading path: String, of journal: String) throws(JournalError) {
    self.journal = journal
    guard access(path, F_OK) == 0 else { return nil }
    descriptor = try Self.lock(path, LOCK_SH, O_RDONLY, journal)
    found = Self.mark(in: Self.read(descriptor))
  }

  /// Lets go of the lock.
  ///
  /// The lock is one of the open file, which a child of this process may have for a moment, before it runs another program:
  /// so closing it here alone would not end it.
  func close() {
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }

  /// Notes the last acknowledged row.
  func write(_ mark: JournalMark) throws(JournalError) {
    let words = [Self.magic, mark.epoch, mark.group, mark.version, mark.hash]
    try write(words + [JournalHash.of(words: words)], at: 0)
  }

  /// Has the file on disk.
  func flush() throws(JournalError) {
    guard fsync(descriptor) == 0 else {
      throw .system("its .lock file cannot be flushed", path: journal)
    }
  }

  private func write(_ words: [UInt64], at offset: off_t) throws(JournalError) {
    let written = words.map(\.littleEndian).withUnsafeBytes { bytes in
      pwrite(descriptor, bytes.baseAddress, bytes.count, offset) == bytes.count
    }
    guard written else { throw .system("its .lock file cannot be written", path: journal) }
  }

  // MARK: - Taking the lock

  private static func lock(
    _ path: String, _ kind: Int32, _ flags: Int32, _ journal: String
  ) throws(JournalError) -> Int32 {
    while true {
      let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw .system("its .lock file cannot be opened", path: journal)
      }
      if flock(descriptor, kind | LOCK_NB) == 0 {
        if isNamed(path, descriptor) { return descriptor }
        // Somebody has put another file in its place meanwhile, which others would lock.
        Glibc.close(descriptor)
        continue
      }
      let code = errno
      defer { Glibc.close(descriptor) }
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else {
        throw .system("its .lock file cannot be locked", path: journal, code: code)
      }
      throw JournalError(.isOpenElsewhere(processID: owner(descriptor)), path: journal)
    }
  }

  /// Returns whether a path is still that of an open file: somebody may have put another in its place.
  static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Returns the process that has the lock; nil where those that have it only read.
  private static func owner(_ descriptor: Int32) -> Int32? {
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
    var process: Int32 = 0
    // The owner may have taken the lock and not have noted itself yet.
    for attempt in 0..<20 {
      if attempt > 0 { usleep(5_000) }
      guard let words = read(descriptor), words[6] == ~words[7] else { continue }
      process = Int32(truncatingIfNeeded: words[6])
      if kill(process, 0) == 0 || errno == EPERM { break }
    }
    return process
  }

  // MARK: - Reading the file

  /// Returns the file's words; nil where it is empty. What is missing of them is ones.
  private static func read(_ descriptor: Int32) -> [UInt64]? {
    var words = [UInt64](repeating: .max, count: size / 8)
    let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count == 0 ? nil : words.map(UInt64.init(littleEndian:))
  }

  private static func mark(in words: [UInt64]?) -> FoundMark {
    guard let words else { return .none }
    if words[..<6].allSatisfy({ $0 == 0 }) { return .zeros }
    guard words[0] == magic, words[5] == JournalHash.of(words: Array(words[..<5])) else {
      return .damaged
    }
    if words[1] == 0 { return .none }
    return .mark(JournalMark(group: words[2], version: words[3], hash: words[4], epoch: words[1]))
  }
}
