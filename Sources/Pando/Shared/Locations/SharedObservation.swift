import Observation
import Synchronization

/// Tells those who track observation of a shared value when it has changed.
final class SharedObservation: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let isAnnounced = Atomic(false)

  /// What is observed: all of it.
  private var value: Void { () }

  func access() {
    registrar.access(self, keyPath: \.value)
  }

  /// Tells them soon. Not at once: the thread may be inside a store's commit, whose state nobody may
  /// read yet. What changes before they are told is told together.
  func announce() {
    guard !isAnnounced.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task.detached { [self] in
      isAnnounced.store(false, ordering: .releasing)
      registrar.willSet(self, keyPath: \.value)
      registrar.didSet(self, keyPath: \.value)
    }
  }
}

/// Counts the changes of all shared values of the process.
enum SharedChanges {
  private static let changes = Atomic<UInt64>(0)

  static var count: UInt64 { changes.load(ordering: .acquiring) }

  static func increment() {
    changes.add(1, ordering: .sequentiallyConsistent)
    if waiterCount.load(ordering: .sequentiallyConsistent) > 0 { wake() }
  }

  // MARK: - Waiting

  private struct Waiters {
    var continuations: [UInt64: UnsafeContinuation<Void, Never>] = [:]
    var lastNumber: UInt64 = 0
  }

  private static let waiters = Mutex(Waiters())
  /// Asked at every change.
  private static let waiterCount = Atomic<Int>(0)

  /// Returns when there have been more than `count` changes, or the task is cancelled.
  static func wait(after count: UInt64) async {
    let number = waiters.withLock { waiters in
      waiters.lastNumber += 1
      return waiters.lastNumber
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let mustWait = waiters.withLock { waiters in
          waiterCount.add(1, ordering: .sequentiallyConsistent)
          let mustWait =
            changes.load(ordering: .sequentiallyConsistent) == count && !Task.isCancelled
          if mustWait {
            waiters.continuations[number] = continuation
          } else {
            waiterCount.subtract(1, ordering: .sequentiallyConsistent)
          }
          return mustWait
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      waiters.withLock { waiters in
        let continuation = waiters.continuations.removeValue(forKey: number)
        if continuation != nil { waiterCount.subtract(1, ordering: .sequentiallyConsistent) }
        return continuation
      }?.resume()
    }
  }

  private static func wake() {
    let continuations = waiters.withLock { waiters in
      defer { waiters.continuations = [:] }
      waiterCount.subtract(waiters.continuations.count, ordering: .sequentiallyConsistent)
      return waiters.continuations
    }
    for continuation in continuations.values { continuation.resume() }
  }
}
