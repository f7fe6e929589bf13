import Dispatch
import FoundationEssentials
import Glibc
import IssueReporting
import Synchronization

/// Tells when files change, by inotify: of their folders, because a file that is replaced is another
/// file.
final class FolderWatcher: Sendable {
  private struct Watch: Sendable {
    let folder: Int32
    let name: String
    let change: @Sendable () -> Void
  }

  private struct State {
    var descriptor: Int32 = -1
    var source: (any DispatchSourceRead)?
    var watches: [UInt64: Watch] = [:]
    var nextWatch: UInt64 = 0
    var isReported = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "pando.shared.watcher", qos: .utility)

  func watch(_ url: URL, _ change: @escaping @Sendable () -> Void) -> SharedSubscription {
    let folder = url.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let number = state.withLock { state -> UInt64? in
      start(&state)
      let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      let descriptor = unsafe inotify_add_watch(state.descriptor, folder.path, UInt32(mask))
      guard descriptor >= 0 else { return nil }
      state.nextWatch += 1
      state.watches[state.nextWatch] = Watch(
        folder: descriptor, name: url.lastPathComponent, change: change)
      return state.nextWatch
    }
    guard let number else {
      report(url, errno)
      return SharedSubscription {}
    }
    return SharedSubscription { [weak self] in self?.end(number) }
  }

  private func end(_ number: UInt64) {
    state.withLock { state in
      guard let watch = state.watches.removeValue(forKey: number) else { return }
      if !state.watches.values.contains(where: { $0.folder == watch.folder }) {
        inotify_rm_watch(state.descriptor, watch.folder)
      }
    }
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

  private func receive(_ descriptor: Int32) {
    var changes: [@Sendable () -> Void] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 64 * 1_024, alignment: 8) { buffer in
      while true {
        let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
        while let event = unsafe FolderEvent(&rest) { changes += self.changes(event) }
      }
    }
    for change in changes { change() }
  }

  private func changes(_ event: FolderEvent) -> [@Sendable () -> Void] {
    state.withLock { state in
      state.watches.values.filter { event.isOverflow || event.concerns($0.folder, $0.name) }
        .map(\.change)
    }
  }

  private func report(_ url: URL, _ number: Int32) {
    let isFirst = state.withLock { state in
      defer { state.isReported = true }
      return !state.isReported
    }
    guard isFirst else { return }
    reportIssue(
      """
      Changes of other processes to "\(url.path)" will not be noticed: \
      \(SystemError(call: "inotify", number: number))

      Raise "fs.inotify.max_user_watches" and "fs.inotify.max_user_instances", and let the program \
      read the folder.
      """)
  }
}

/// A notice of inotify.
private struct FolderEvent {
  private let folder: Int32
  private let name: String
  let isOverflow: Bool

  /// Takes the first of the bytes.
  init?(_ bytes: inout UnsafeRawBufferPointer) {
    let size = MemoryLayout<inotify_event>.size
    guard bytes.count >= size else { return nil }
    let header = unsafe bytes.loadUnaligned(as: inotify_event.self)
    let end = size + Int(header.len)
    guard bytes.count >= end else { return nil }
    folder = header.wd
    isOverflow = header.mask & UInt32(IN_Q_OVERFLOW) != 0
    name = unsafe String(decoding: bytes[size..<end].prefix { $0 != 0 }, as: UTF8.self)
    unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
  }

  func concerns(_ folder: Int32, _ name: String) -> Bool {
    self.folder == folder && self.name == name
  }
}
