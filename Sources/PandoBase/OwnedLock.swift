public import Glibc
import Synchronization

/// A lock that knows its owner, so that a call from inside what it guards is told from one that has to
/// wait, and on which threads can sleep until it is worth another look.
@safe @usableFromInline
package final class OwnedLock: Sendable {
  // Initialised once, freed in `deinit`, and otherwise touched only by pthread's own functions.
  @usableFromInline nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  @usableFromInline let owner = OwningThread()
  /// The number of threads that wait for it.
  private let awaitingCount = Atomic(0)
  /// Grows whenever a thread that has waited gets it.
  private let turn = Atomic<UInt>(0)
  private static let living = LivingLocks()

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    // It is held for moments: whoever spins for one mostly need not sleep.
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
    unsafe pthread_cond_init(condition, nil)
    Self.living.add(self)
  }

  deinit {
    Self.living.remove(ObjectIdentifier(self))
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// True if the calling thread holds it.
  @inlinable @inline(__always)
  package var isHeldHere: Bool { owner.isCurrent }

  /// True if the calling thread holds another lock of this type, which others may wait for. O(locks).
  package var isAnotherHeldHere: Bool { Self.living.anyIsHeldHere(but: self) }

  @inlinable @inline(__always)
  package func lock() {
    if unsafe pthread_mutex_trylock(mutex) != 0 { waitForTurn() }
    owner.begin()
  }

  /// Takes the lock, unless the calling thread holds it. Returns whether it did.
  @inlinable @inline(__always)
  package func lockUnlessHeldHere() -> Bool {
    if unsafe pthread_mutex_trylock(mutex) != 0 {
      // Nobody need ask who has a lock that is free.
      if isHeldHere { return false }
      waitForTurn()
    }
    owner.begin()
    return true
  }

  @usableFromInline @inline(never)
  func waitForTurn() {
    awaitingCount.add(1, ordering: .relaxed)
    unsafe pthread_mutex_lock(mutex)
    awaitingCount.subtract(1, ordering: .relaxed)
    turn.add(1, ordering: .relaxed)
  }

  /// True if another thread waits for it in `lock()`.
  package var isAwaited: Bool { awaitingCount.load(ordering: .relaxed) > 0 }

  /// Takes the lock, which the calling thread has just let go of, behind a thread that waits for it.
  ///
  /// `lock()` would mostly be first: a thread that waits takes a moment to wake. This ends when any that waits has had
  /// the lock, and none waits for longer than for the threads that hold it.
  package func lockBehindOthers() {
    let seen = turn.load(ordering: .relaxed)
    while isAwaited, turn.load(ordering: .relaxed) == seen { usleep(20) }
    lock()
  }

  @inlinable @inline(__always)
  package func unlock() {
    owner.end()
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Lets go of the lock until `wakeAll()`, and takes it again. May return without reason.
  package func wait() {
    owner.end()
    unsafe pthread_cond_wait(condition, mutex)
    owner.begin()
  }

  /// Wakes the threads that sleep in `wait()`.
  package func wakeAll() {
    unsafe pthread_cond_broadcast(condition)
  }
}
