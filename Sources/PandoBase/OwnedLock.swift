public import Glibc
public import Synchronization

/// A lock that knows its owner, so that a call from inside what it guards is told from one that has to
/// wait, and on which threads can sleep until it is worth another look.
@usableFromInline
package final class OwnedLock: Sendable {
  // Initialised once, freed in `deinit`, and otherwise touched only by pthread's own functions.
  @usableFromInline nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  @usableFromInline let owner = Atomic<UInt>(0)

  package init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // It is held for moments: whoever spins for one mostly need not sleep.
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// True if the calling thread holds it.
  @inlinable @inline(__always)
  package var isHeldHere: Bool {
    // Only this thread can have written its own number, so no order is needed.
    owner.load(ordering: .relaxed) == UInt(pthread_self())
  }

  @inlinable @inline(__always)
  package func lock() {
    pthread_mutex_lock(mutex)
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  @inlinable @inline(__always)
  package func unlock() {
    owner.store(0, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Lets go of the lock until `wakeAll()`, and takes it again. May return without reason.
  package func wait() {
    owner.store(0, ordering: .relaxed)
    pthread_cond_wait(condition, mutex)
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Wakes the threads that sleep in `wait()`.
  package func wakeAll() {
    pthread_cond_broadcast(condition)
  }
}
