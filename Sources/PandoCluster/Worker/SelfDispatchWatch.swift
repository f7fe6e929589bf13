import Pando
import Synchronization

/// The sessions in which an effect's thread reduces at the moment, so that the watch finds one that hangs though no
/// batch is handled.
final class SelfDispatchWatch: Sendable {
  private struct Entry {
    let session: ClientSession
    var sinceMilliseconds: Int
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  private let hasBegun = Atomic<Bool>(false)

  /// True once there was one: from then on the watch looks now and then, as nobody wakes it for the next.
  var isNeeded: Bool { hasBegun.load(ordering: .relaxed) }

  /// Notes that an effect's thread begins to reduce. Returns whether it is the first in the worker.
  func begin(_ session: ClientSession) -> Bool {
    let entry = Entry(
      session: session, sinceMilliseconds: MonotonicClock.nowMilliseconds())
    entries.withLock { $0[ObjectIdentifier(session)] = entry }
    return !isNeeded && !hasBegun.exchange(true, ordering: .relaxed)
  }

  /// Notes that the thread has come to its end with it. One at a time reduces for a session.
  func end(_ session: ClientSession) {
    // Its session may be freed with the entry, which is not to happen under the lock.
    let entry = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(session)) }
    withExtendedLifetime(entry) {}
  }

  /// Has the time of every one begin anew.
  func forgive(now: Int) {
    entries.withLock { entries in
      for key in entries.keys { entries[key]?.sinceMilliseconds = now }
    }
  }

  /// Returns the sessions that have reduced one action for longer than they may.
  func findHangs(now: Int) -> [ReducePool.Hang] {
    reducing(now: now).filter { $0.milliseconds > $0.position.timeoutMilliseconds }
  }

  /// Returns the session that has reduced one action for the longest time; nil where none does.
  func slowest(now: Int) -> ReducePool.Hang? {
    reducing(now: now).max { $0.milliseconds < $1.milliseconds }
  }

  private func reducing(now: Int) -> [ReducePool.Hang] {
    let reducing = entries.withLock { $0.isEmpty ? [] : Array($0.values) }
    return reducing.map { entry in
      ReducePool.Hang(
        session: entry.session, position: entry.session.host.position,
        milliseconds: now - entry.sinceMilliseconds)
    }
  }
}
