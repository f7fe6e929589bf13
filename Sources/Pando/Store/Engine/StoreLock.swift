import Glibc
import Synchronization

/// A store's one lock. It knows its owner, so that a send from inside a commit is told from one that
/// has to wait, and senders can sleep on it until there is room.
final class StoreLock: Sendable {
  // Initialised once, freed in `deinit`, and otherwise touched only by pthread's own functions.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  private let owner = Atomic<UInt>(0)

  init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // Commits are short: a sender that spins for a moment mostly need not sleep.
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
  @inline(__always)
  var isHeldHere: Bool {
    // Only this thread can have written its own number, so no order is needed.
    owner.load(ordering: .relaxed) == UInt(pthread_self())
  }

  @inline(__always)
  func lock() {
    pthread_mutex_lock(mutex)
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  @inline(__always)
  func unlock() {
    owner.store(0, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Lets go of the lock until `wakeAll()`, and takes it again. May return without reason.
  func wait() {
    owner.store(0, ordering: .relaxed)
    pthread_cond_wait(condition, mutex)
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  func wakeAll() {
    pthread_cond_broadcast(condition)
  }
}
