import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Files on the disk: written in the background, one after the other.
final class DiskFiles: FileStorage.Backend {
  private struct Job: Sendable {
    var encode: @Sendable () throws -> Data
    var done: [@Sendable (Result<Void, any Error>) -> Void]
  }

  /// What is going on with a file.
  private struct Activity: Sendable {
    var waiting: Job?
    var isWriting = false
    /// The file as it was left here, which is no news.
    var written: FileStamp?
  }

  private let activities = Mutex<[String: Activity]>([:])
  private let queue = DispatchQueue(label: "pando.shared.files", qos: .utility)
  private let watcher = FolderWatcher()
  private static let exits = Mutex<[DiskFiles]>([])

  init() {
    Self.exits.withLock { files in
      if files.isEmpty { atexit { DiskFiles.flushAll() } }
      files.append(self)
    }
  }

  func read(_ url: URL) throws -> Data? {
    guard FileStamp(url.path) != nil else { return nil }
    return try Data(contentsOf: url)
  }

  func write(
    to url: URL, _ encode: @escaping @Sendable () throws -> Data,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let mustStart = activities.withLock { activities -> Bool in
      var activity = activities[url.path] ?? Activity()
      defer { activities[url.path] = activity }
      // A value that nobody has begun to write is written as part of the one that replaces it.
      activity.waiting = Job(encode: encode, done: (activity.waiting?.done ?? []) + [done])
      if activity.isWriting { return false }
      activity.isWriting = true
      return true
    }
    if mustStart { queue.async { self.writeAll(url) } }
  }

  private func writeAll(_ url: URL) {
    while let job = nextJob(url.path) {
      let result = Result { try Self.replace(url, with: job.encode()) }
      if case .success(let stamp) = result {
        activities.withLock { $0[url.path]?.written = stamp }
      }
      for done in job.done { done(result.map { _ in () }) }
    }
  }

  private func nextJob(_ path: String) -> Job? {
    activities.withLock { activities in
      let job = activities[path]?.waiting
      activities[path]?.waiting = nil
      if job == nil { activities[path]?.isWriting = false }
      return job
    }
  }

  func setAside(_ url: URL) {
    rename(url.path, url.unreadable.path)
  }

  func watch(_ url: URL, _ change: @escaping @Sendable () -> Void) -> SharedSubscription {
    watcher.watch(url) { [self] in
      let isNews = activities.withLock { activities -> Bool in
        guard let activity = activities[url.path] else { return true }
        // What is about to be written here comes first.
        return !activity.isWriting && activity.written != FileStamp(url.path)
      }
      if isNews { change() }
    }
  }

  /// Returns once everything is written.
  private func flush() {
    let end = ContinuousClock.now.advanced(by: .seconds(10))
    while activities.withLock({ $0.values.contains { $0.isWriting } }), ContinuousClock.now < end {
      usleep(1_000)
    }
  }

  private static func flushAll() {
    for files in exits.withLock({ $0 }) { files.flush() }
  }
}

/// Tells one state of a file from the next.
struct FileStamp: Equatable, Sendable {
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil where there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
