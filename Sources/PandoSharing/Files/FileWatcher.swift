import Dispatch
import FoundationEssentials
import Synchronization

/// Tells when files change: their stamps are compared every 200 ms. A stamp is of what a path leads to then, whatever
/// links, folders and rights are on the way.
///
/// A timer ticks for as long as some file is watched, on a queue of its own, whose threads the system provides. The
/// queue looks and tells, one file after the other. While it is busy, as a file system hangs or somebody who is told
/// takes long, it looks at nothing, and later once for all ticks that it missed; nothing else waits for it.
final class FileWatcher: Sendable {
  private struct Watch: Sendable {
    let path: String
    var stamp: FileStamp?
    /// True if the file may have been written since the last look without another stamp.
    var isFresh = false
    let change: @Sendable () -> Void
  }

  private struct State {
    var watches: [UInt64: Watch] = [:]
    var lastWatch: UInt64 = 0
    /// Nil where nothing is watched.
    var timer: (any DispatchSourceTimer)?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "pando.shared.watcher", qos: .utility)
  private static let interval = DispatchTimeInterval.milliseconds(200)

  /// True while a timer ticks.
  var isTicking: Bool { state.withLock { $0.timer != nil } }

  /// Calls `change` on a queue, one call after the other, when the file has another stamp than this or than at the last
  /// look.
  func watch(
    _ path: String, since stamp: FileStamp?, _ change: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    let number = state.withLock { state in
      state.lastWatch += 1
      state.watches[state.lastWatch] = Watch(path: path, stamp: stamp, change: change)
      if state.timer == nil { state.timer = startTimer() }
      return state.lastWatch
    }
    return SharedSubscription { [weak self] in self?.end(number) }
  }

  /// Runs `body` where changes are told of, after those that were noticed before.
  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  private func startTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.look() }
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.resume()
    return timer
  }

  private func end(_ number: UInt64) {
    // What it calls is let go of outside the lock.
    let watch = state.withLock { state in
      let watch = state.watches.removeValue(forKey: number)
      if state.watches.isEmpty {
        state.timer?.cancel()
        state.timer = nil
      }
      return watch
    }
    withExtendedLifetime(watch) {}
  }

  private func look() {
    for number in state.withLock({ $0.watches.keys.sorted() }) {
      guard let watch = state.withLock({ $0.watches[number] }) else { continue }
      let stamp = FileStamp(watch.path)
      guard stamp != watch.stamp || watch.isFresh else { continue }
      state.withLock { state in
        state.watches[number]?.stamp = stamp
        state.watches[number]?.isFresh = stamp?.isFresh ?? false
      }
      watch.change()
    }
  }
}
