import PandoBase
import Synchronization

/// Counts the changes of all shared values of the process.
package enum SharedChanges {
  private static let changes = Atomic<UInt64>(0)

  package static var count: UInt64 { changes.load(ordering: .acquiring) }

  private static let byThread = ThreadNumber()

  /// The number of them that the calling thread made; it wraps around.
  package static var countOfThread: UInt { byThread.value }

  static func increment() {
    byThread.value &+= 1
    changes.add(1, ordering: .sequentiallyConsistent)
    if waiterCount.load(ordering: .sequentiallyConsistent) > 0 { wake() }
  }

  // MARK: - Waiting

  // A continuation is taken out by whoever resumes it, with the lock held, so that it is resumed once.
  @safe
  private struct Waiters {
    var continuations: [UInt64: UnsafeContinuation<Void, Never>] = unsafe [:]
    var lastNumber: UInt64 = 0
  }

  private static let waiters = Mutex(Waiters())
  /// The number of waiters, so that a change with no waiters takes no lock.
  private static let waiterCount = Atomic<Int>(0)

  /// Returns when there have been more than `count` changes, or the task is cancelled.
  package static func wait(after count: UInt64) async {
    let number = waiters.withLock { waiters in
      waiters.lastNumber += 1
      return waiters.lastNumber
    }
    await withTaskCancellationHandler {
      await unsafe withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        let mustWait = waiters.withLock { waiters in
          waiterCount.add(1, ordering: .sequentiallyConsistent)
          let mustWait =
            changes.load(ordering: .sequentiallyConsistent) == count && !Task.isCancelled
          if mustWait {
            unsafe waiters.continuations[number] = continuation
          } else {
            waiterCount.subtract(1, ordering: .sequentiallyConsistent)
          }
          return mustWait
        }
        if !mustWait { unsafe continuation.resume() }
      }
    } onCancel: {
      unsafe waiters.withLock { waiters in
        let continuation = unsafe waiters.continuations.removeValue(forKey: number)
        if unsafe continuation != nil { waiterCount.subtract(1, ordering: .sequentiallyConsistent) }
        return unsafe continuation
      }?.resume()
    }
  }

  private static func wake() {
    let continuations = unsafe waiters.withLock { waiters in
      defer { unsafe waiters.continuations = [:] }
      unsafe waiterCount.subtract(waiters.continuations.count, ordering: .sequentiallyConsistent)
      return unsafe waiters.continuations
    }
    unsafe continuations.values.forEach { unsafe $0.resume() }
  }
}
