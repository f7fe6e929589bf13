import Glibc

/// A lock on a file that one process at a time has. It is let go of by itself where that process ends.
final class FileTurn: Sendable {
  private let descriptor: Int32

  /// Waits for the lock; nil where another has it for longer.
  init?(_ path: String, atMost patience: Duration, journal: String) throws(JournalError) {
    let end = ContinuousClock.now + patience
    while true {
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .system("\(path) cannot be opened", path: journal) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, LockFile.isNamed(path, descriptor) {
        self.descriptor = descriptor
        return
      }
      Glibc.close(descriptor)
      if ContinuousClock.now >= end { return nil }
      usleep(10_000)
    }
  }

  deinit {
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }
}
