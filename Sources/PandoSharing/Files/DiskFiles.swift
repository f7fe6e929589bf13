import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Files on the disk: written in the background, one after the other. Files that change all the time take turns.
final class DiskFiles: FileStorage.Backend {
  private struct Job: Sendable {
    var encode: Encode
    var settingAside: FileStorage.SettingAside
    /// Hears of the last change.
    var changed: Done?
    /// The callbacks of those that asked for it.
    var asked: [Done] = []
  }

  private typealias Encode = @Sendable () throws -> Data
  private typealias Look = @Sendable () -> Void
  private typealias Done = @Sendable (Result<Void, any Error>) -> Void

  /// The work that is under way on a file.
  private struct Activity: Sendable {
    var waiting: Job?
    var isWriting = false
    /// True once drafts were looked for that nobody finishes.
    var isTidy = false
    /// Encodes what is being written.
    var current: Encode?
    /// The file as it was left here, which is no news; nil where nothing was written.
    var written: FileStamp.Content?
    /// Looks at the file once it is written, as somebody else may have changed it meanwhile.
    var looks: [UInt64: Look] = [:]

    /// Returns what is not needed any more, to be let go of outside the lock: a shared value may end
    /// with it.
    mutating func add(
      _ encode: @escaping Encode, _ settingAside: @escaping FileStorage.SettingAside,
      _ context: SaveContext, _ done: @escaping Done
    ) -> (Encode?, Done?) {
      let old = (waiting?.encode, context == .didSet ? waiting?.changed : nil)
      // A value that nobody has begun to write is written as part of the one that replaces it.
      var job = waiting ?? Job(encode: encode, settingAside: settingAside)
      job.encode = encode
      job.settingAside = settingAside
      waiting = job
      switch context {
      case .didSet: waiting?.changed = done
      case .userInitiated: waiting?.asked.append(done)
      }
      return old
    }
  }

  private let activities = Mutex<[String: Activity]>([:])
  private let queue = DispatchQueue(label: "pando.shared.files", qos: .utility)
  private let watcher = FileWatcher()
  private let lastWatch = Atomic<UInt64>(0)
  private static let exits = Mutex<[DiskFiles]>([])
  /// The drafts that a folder had when something was first written there, by the beginnings of their names.
  private let drafts = Mutex<[String: [String: [String]]]>([:])
  private let list: @Sendable (_ folder: String) -> [String]

  /// - Parameter list: Returns the names in a folder.
  init(list: @escaping @Sendable (_ folder: String) -> [String] = { DiskFiles.names(in: $0) }) {
    self.list = list
    Self.exits.withLock { files in
      if files.isEmpty { atexit { DiskFiles.flushAll() } }
      files.append(self)
    }
  }

  func read(_ url: URL) throws -> Data? {
    let path = url.path
    let pending = activities.withLock { $0[path].flatMap { $0.waiting?.encode ?? $0.current } }
    // What cannot be encoded will not be written either.
    if let pending, let data = try? pending() { return data }
    guard try Self.exists(path) else { return nil }
    do { return try Data(contentsOf: url) } catch {
      // It may have gone since.
      if try !Self.exists(path) { return nil }
      throw error
    }
  }

  /// Returns whether there is a file; throws where that cannot be found out.
  private static func exists(_ path: String) throws -> Bool {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw SystemError(call: "stat", number: errno)
  }

  func write(
    to url: URL, for context: SaveContext, _ encode: @escaping @Sendable () throws -> Data,
    settingAside: @escaping FileStorage.SettingAside,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let path = url.path
    let (mustStart, _) = activities.withLock { activities in
      defer { activities[path]?.isWriting = true }
      let old = activities[path, default: Activity()].add(encode, settingAside, context, done)
      return (activities[path]?.isWriting != true, old)
    }
    if mustStart { queue.async { self.writeNext(url) } }
  }

  /// Writes what waits for a file, and comes back for what waits then, behind the other files.
  private func writeNext(_ url: URL) {
    let path = url.path
    guard let job = nextJob(path) else { return }
    tidy(url)
    let result = Result {
      try Self.replace(url, with: job.encode()) {
        try job.settingAside { try Self.setAside(url) }
      }
    }
    activities.withLock { activities in
      if case .success(let stamp) = result { activities[path]?.written = stamp?.content }
      // While the job is still here, so that it does not end under the lock.
      activities[path]?.current = nil
    }
    job.changed?(result.map { _ in () })
    for done in job.asked { done(result.map { _ in () }) }
    queue.async { self.writeNext(url) }
  }

  /// Removes, before the first write of a file, what processes left behind that were killed while they wrote it. A folder
  /// is looked at once, however many files of it are written.
  private func tidy(_ url: URL) {
    let isFirst = activities.withLock { activities in
      defer { activities[url.path]?.isTidy = true }
      return activities[url.path]?.isTidy == false
    }
    guard isFirst else { return }
    let folder = url.deletingLastPathComponent().path
    let prefix = Self.draftPrefix(url)
    let own = drafts.withLock {
      $0[folder, default: Self.drafts(among: list(folder))].removeValue(forKey: prefix)
    }
    if let own { Self.removeOld(own, in: folder) }
  }

  private func nextJob(_ path: String) -> Job? {
    let (job, looks) = activities.withLock { activities -> (Job?, [UInt64: Look]) in
      let job = activities[path]?.waiting
      activities[path]?.waiting = nil
      activities[path]?.current = job?.encode
      if job != nil { return (job, [:]) }
      activities[path]?.isWriting = false
      defer { activities[path]?.looks = [:] }
      return (job, activities[path]?.looks ?? [:])
    }
    for look in looks.values { watcher.enqueue(look) }
    return job
  }

  func stamp(_ url: URL) -> FileStamp? { FileStamp(url.path) }

  func watch(
    _ url: URL, since stamp: FileStamp?, _ change: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    let path = url.path
    // Whoever is to change the file finds a folder for it.
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let number = lastWatch.add(1, ordering: .relaxed).newValue
    let subscription = watcher.watch(path, since: stamp) { [self] in look(path, number, change) }
    return SharedSubscription { [self] in
      subscription.cancel()
      // It is let go of outside the lock.
      _ = activities.withLock { $0[path]?.looks.removeValue(forKey: number) }
    }
  }

  /// Tells of a file unless it is as it was left here.
  private func look(_ path: String, _ number: UInt64, _ change: @escaping @Sendable () -> Void) {
    let content = FileStamp(path)?.content
    let (isNews, former) = activities.withLock { activities -> (Bool, Look?) in
      guard let activity = activities[path] else { return (true, nil) }
      guard activity.isWriting else { return (activity.written.map { $0 != content } ?? true, nil) }
      // What is about to be written here comes first.
      let again: Look = { [self] in look(path, number, change) }
      return (false, activities[path]?.looks.updateValue(again, forKey: number))
    }
    withExtendedLifetime(former) {}
    if isNews { change() }
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
