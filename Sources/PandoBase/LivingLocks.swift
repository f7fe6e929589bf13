import Synchronization

/// The living locks of the process, for the rare question of whether a thread holds one.
final class LivingLocks: Sendable {
  private struct Entry {
    weak var lock: OwnedLock?
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func add(_ lock: OwnedLock) {
    entries.withLock { $0[ObjectIdentifier(lock)] = Entry(lock: lock) }
  }

  /// Forgets a lock that is at its end.
  func remove(_ lock: ObjectIdentifier) {
    entries.withLock { _ = $0.removeValue(forKey: lock) }
  }

  /// Returns whether the calling thread holds another lock than one. O(locks).
  func anyIsHeldHere(but one: OwnedLock) -> Bool {
    // Asked outside of the mutex: one of them may be at its end when it is let go, and then takes itself out.
    let locks = entries.withLock { $0.values.compactMap(\.lock) }
    return locks.contains { $0 !== one && $0.isHeldHere }
  }
}
