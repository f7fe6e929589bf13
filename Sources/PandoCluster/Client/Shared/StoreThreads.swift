import DequeModule
import Glibc
import Pando

/// The threads on which the stores of a pool take in what workers say, one store at a time on each.
///
/// Commits call users' code: reducers of parents, observers. So no store has the thread that reads from workers, which all
/// of them need, and a store that keeps a thread busy for long costs the others a wait of `patienceMilliseconds`: then
/// another thread comes, up to `threadsAtMost`. A thread goes when there was nothing for it for a while.
final class StoreThreads: @unchecked Sendable {
  private static let threadsAtMost = 64
  /// The time for which no thread may have become free while a store waits.
  private static let patienceMilliseconds = 10
  private static let idleMilliseconds = 10_000
  /// More would take the processors from one another.
  private let atOnce = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  // Every `var` is touched only with the lock of `condition` held.
  private let condition = Condition()
  private var waiting: Deque<PooledStore> = []
  private var threadCount = 0
  private var idleCount = 0
  /// True while a thread looks whether all others are busy for too long.
  private var isWatched = false
  /// When a thread last became free.
  private var lastFree = 0

  /// Finds a thread for a store, which is in line once.
  func schedule(_ store: PooledStore) {
    var isWatchDue = false
    let isThreadDue = condition.withLock { () -> Bool in
      waiting.append(store)
      // Idle threads may have been promised to earlier ones.
      if idleCount >= waiting.count {
        condition.signal()
        return false
      }
      if threadCount < atOnce {
        threadCount += 1
        return true
      }
      isWatchDue = !isWatched
      isWatched = true
      return false
    }
    if isThreadDue { startThread() }
    if isWatchDue, ServiceThread(trying: "pando-relief", { [self] in watch() }) == nil {
      condition.withLock { isWatched = false }
    }
  }

  /// Starts further threads while stores wait, and none of those that there are becomes free.
  private func watch() {
    while true {
      usleep(UInt32(Self.patienceMilliseconds) * 1_000)
      let now = MonotonicClock.nowMilliseconds()
      let (goesOn, isThreadDue) = condition.withLock { () -> (Bool, Bool) in
        isWatched = !waiting.isEmpty && threadCount < Self.threadsAtMost
        let isDue = isWatched && now - lastFree >= Self.patienceMilliseconds
        if isDue { threadCount += 1 }
        return (isWatched, isDue)
      }
      if isThreadDue { startThread() }
      if !goesOn { return }
    }
  }

  /// Without the last thread nothing would ever commit, so that is the end of the process; the others can be done without.
  private func startThread() {
    let body: @Sendable () -> Void = { [self] in
      while let store = take() {
        if store.takeTurn() { condition.withLock { waiting.append(store) } }
      }
    }
    if ServiceThread(trying: "pando-commit", body) != nil { return }
    let isLast = condition.withLock {
      threadCount -= 1
      return threadCount == 0
    }
    if isLast {
      condition.withLock { threadCount += 1 }
      _ = ServiceThread(name: "pando-commit", body)
    }
  }

  private func take() -> PooledStore? {
    condition.withLock {
      lastFree = MonotonicClock.nowMilliseconds()
      while true {
        if let store = waiting.popFirst() { return store }
        idleCount += 1
        let isLate = !condition.wait(atMostMilliseconds: Self.idleMilliseconds)
        idleCount -= 1
        if isLate, waiting.isEmpty {
          threadCount -= 1
          return nil
        }
      }
    }
  }
}
