import Dispatch
import FoundationEssentials
import Glibc
import IssueReporting
import Synchronization

/// Tells when files change, by inotify: of their folders, because a file that is replaced is another
/// file, and of the links and folders by which their paths lead to them.
final class FolderWatcher: Sendable {
  private struct Watch: Sendable {
    let path: String
    let change: @Sendable () -> Void
    /// The names that are followed; nil where they are to be looked at anew.
    var trail: PathTrail?
    var steps: [Step] = []
  }

  private struct Step: Sendable {
    let folder: Int32
    let name: String
    /// True if it is a folder that may not be read, or has one: it is followed once its rights are mended.
    var isClosed = false
  }

  private struct State {
    var descriptor: Int32 = -1
    var source: (any DispatchSourceRead)?
    var watches: [UInt64: Watch] = [:]
    var nextWatch: UInt64 = 0
    var isReported = false

    /// Has a watch follow other names. Returns nil where it follows them already, or else the number of
    /// the error that the folder of the file cannot be followed for; 0 for none.
    mutating func follow(_ trail: PathTrail, for number: UInt64) -> Int32? {
      guard let watch = watches[number], watch.trail != trail else { return nil }
      var error: Int32 = 0
      var closed: [String] = []
      watches[number]?.trail = trail
      watches[number]?.steps = (trail.links + [trail.last]).compactMap { step in
        let folder = unsafe inotify_add_watch(descriptor, step.folder, FolderEvent.mask)
        error = folder < 0 ? errno : 0
        if error == EACCES { closed.append(step.folder) }
        return folder < 0 ? nil : Step(folder: folder, name: step.name)
      }
      for path in closed {
        if let step = followRights(of: path) { watches[number]?.steps.append(step) }
        // They may have been mended before that.
        let folder = unsafe inotify_add_watch(descriptor, path, FolderEvent.mask)
        if folder >= 0 { watches[number]?.trail = nil }
      }
      // A folder further up that is moved takes those inside along, which are not told of it.
      let formerClosed = Set(watch.steps.filter(\.isClosed).map(\.folder))
      let above = trail.foldersAbove.compactMap { path -> Step? in
        let folder = unsafe inotify_add_watch(descriptor, path, FolderEvent.maskAbove)
        // It was watched for whatever happens to names in it, and no name in it is followed any more.
        if formerClosed.contains(folder), !isNamed(folder) {
          unsafe inotify_add_watch(descriptor, path, FolderEvent.maskOfMoves)
        }
        return folder < 0 ? nil : Step(folder: folder, name: "")
      }
      watches[number]?.steps += above
      leave(watch.steps)
      return error
    }

    /// Follows the name of a folder that may not be read in the nearest one above that may, which is told when the rights
    /// of that name change.
    private func followRights(of folder: String) -> Step? {
      var path = folder[...]
      while let slash = path.lastIndex(of: "/") {
        let name = String(path[path.index(after: slash)...])
        path = path[..<slash]
        let above = path.isEmpty ? "/" : String(path)
        let number = unsafe inotify_add_watch(descriptor, above, FolderEvent.mask)
        if number >= 0 { return Step(folder: number, name: name, isClosed: true) }
      }
      return nil
    }

    /// Returns whether a name in a folder is followed.
    private func isNamed(_ folder: Int32) -> Bool {
      watches.values.contains { watch in
        watch.steps.contains { $0.folder == folder && !$0.name.isEmpty }
      }
    }

    /// Watches the folders no longer that nobody follows.
    func leave(_ steps: [Step]) {
      let used = Set(watches.values.flatMap { $0.steps.map(\.folder) })
      for folder in Set(steps.map(\.folder)).subtracting(used) {
        inotify_rm_watch(descriptor, folder)
      }
    }

    /// Returns whether an event is of a folder that a watch could not follow.
    private func isOfClosed(_ event: FolderEvent, _ number: UInt64) -> Bool {
      watches[number]?.steps.contains { $0.isClosed && event.concerns($0.folder, $0.name) } == true
    }

    /// Returns the watches that an event concerns.
    mutating func heed(_ event: FolderEvent) -> [UInt64] {
      let numbers = watches.keys.filter { number in
        watches[number]?.steps.contains { event.concerns($0.folder, $0.name) } == true
      }
      if event.isOverflow || event.isOfFolder {
        for number in numbers { watches[number]?.trail = nil }
      }
      for number in numbers where isOfClosed(event, number) { watches[number]?.trail = nil }
      return numbers.sorted()
    }
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "pando.shared.watcher", qos: .utility)

  /// Calls `change` on a queue, one call after the other.
  func watch(_ url: URL, _ change: @escaping @Sendable () -> Void) -> SharedSubscription {
    let folder = url.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let number = state.withLock { state in
      start(&state)
      state.nextWatch += 1
      state.watches[state.nextWatch] = Watch(path: url.path, change: change)
      return state.nextWatch
    }
    _ = renew(number)
    return SharedSubscription { [weak self] in self?.end(number) }
  }

  /// Runs `body` where changes are told of, after those that were noticed before.
  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  private func end(_ number: UInt64) {
    // What it calls is let go of outside the lock.
    let watch = state.withLock { state in
      let watch = state.watches.removeValue(forKey: number)
      if let watch { state.leave(watch.steps) }
      return watch
    }
    withExtendedLifetime(watch) {}
  }

  private func start(_ state: inout State) {
    guard state.descriptor < 0 else { return }
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return }
    state.descriptor = descriptor
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.receive(descriptor) }
    source.resume()
    state.source = source
  }

  /// Follows the names that lead to the file of a watch now. Returns whether these are others.
  private func renew(_ number: UInt64) -> Bool {
    var isElsewhere = false
    // They may change before they are followed, so they are looked at again. Somebody who changes them all
    // the time is told of by the events.
    for _ in 0..<16 {
      guard let path = state.withLock({ $0.watches[number]?.path }) else { break }
      let trail = PathTrail(path)
      guard let error = state.withLock({ $0.follow(trail, for: number) }) else { break }
      isElsewhere = true
      if error != 0, error != ENOENT { report(path, error) }
    }
    return isElsewhere
  }

  private func receive(_ descriptor: Int32) {
    var events: [FolderEvent] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 64 * 1_024, alignment: 8) { buffer in
      while true {
        let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while let event = unsafe FolderEvent(&rest) { events.append(event) }
      }
    }
    for event in events {
      for number in state.withLock({ $0.heed(event) }) {
        let isElsewhere = renew(number)
        if event.isCreation, !isElsewhere, !hasOtherName(number) { continue }
        state.withLock { $0.watches[number]?.change }?()
      }
    }
  }

  /// Returns whether the file of a watch has another name besides: then `link` gave it this one, when it was written.
  private func hasOtherName(_ number: UInt64) -> Bool {
    guard let path = state.withLock({ $0.watches[number]?.path }) else { return false }
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink > 1
  }

  private func report(_ path: String, _ number: Int32) {
    let isFirst = state.withLock { state in
      defer { state.isReported = true }
      return !state.isReported
    }
    guard isFirst else { return }
    reportIssue(
      """
      Changes of other processes to "\(path)" will not be noticed: \
      \(SystemError(call: "inotify", number: number))

      Raise "fs.inotify.max_user_watches" and "fs.inotify.max_user_instances", and let the program \
      read the folder.
      """)
  }
}
