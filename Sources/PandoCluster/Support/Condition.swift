import Glibc

/// A lock with a condition that threads wait for.
package final class Condition: Sendable {
  // Initialised once, freed in `deinit`, and otherwise touched only by pthread's own functions.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for a signal with the lock let go of; returns false once the time has passed. May return
  /// without a signal.
  package func wait(atMostMilliseconds milliseconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    end.tv_sec += milliseconds / 1_000
    end.tv_nsec += (milliseconds % 1_000) * 1_000_000
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    return pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
  }

  func signal() {
    pthread_cond_signal(condition)
  }

  /// Wakes everybody who waits.
  package func broadcast() {
    pthread_cond_broadcast(condition)
  }
}
