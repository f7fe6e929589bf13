import DequeModule
import Glibc
import Pando

/// The threads on which the stores of a pool take in what workers say, one store at a time on each.
///
/// Commits call users' code: reducers of parents, observers. So no store has the thread that reads from workers, which all
/// of them need. There are as many threads as processors that are not *stuck*: a thread is that once it has been with one
/// store for `patienceMilliseconds`. For each another comes, up to `threadsAtMost` in all, and goes when it is not needed
/// any more; so a store whose code blocks costs the others a wait of that time.
final class StoreThreads: @unchecked Sendable {
  private static let threadsAtMost = 64
  private static let patienceMilliseconds = 20
  private static let idleMilliseconds = 10_000
  /// More would take the processors from one another.
  private let atOnce = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  // Every `var` is touched only with the lock of `condition` held.
  private let condition = Condition()
  private var waiting: Deque<PooledStore> = []
  private var threadCount = 0
  private var idleCount = 0
  /// True while a thread looks whether others are stuck.
  private var isWatched = false
  /// When each thread that is with a store came to it, in milliseconds, by the number of the thread.
  private var begun: [Int: Int] = [:]
  private var lastNumber = 0

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

  /// The number of threads that there are to be. With the lock held.
  private var neededCount: Int {
    let now = MonotonicClock.nowMilliseconds()
    let stuckCount = begun.values.count { now - $0 >= Self.patienceMilliseconds }
    return min(atOnce + stuckCount, Self.threadsAtMost)
  }

  /// Starts threads in place of those that are stuck, while stores wait.
  private func watch() {
    while true {
      usleep(UInt32(Self.patienceMilliseconds) * 1_000)
      let (goesOn, isThreadDue) = condition.withLock { () -> (Bool, Bool) in
        isWatched = !waiting.isEmpty
        let isDue = isWatched && threadCount < neededCount
        if isDue { threadCount += 1 }
        return (isWatched, isDue)
      }
      if isThreadDue { startThread() }
      if !goesOn { return }
    }
  }

  /// Without the last thread nothing would ever commit, so that is the end of the process; the others can be done without.
  private func startThread() {
    if ServiceThread(trying: "pando-commit", { [self] in work() }) != nil { return }
    let isLast = condition.withLock {
      if threadCount == 1 { return true }
      threadCount -= 1
      return false
    }
    if isLast { _ = ServiceThread(name: "pando-commit") { [self] in work() } }
  }

  private func work() {
    let number = condition.withLock {
      lastNumber += 1
      return lastNumber
    }
    while let store = take(number) {
      if store.takeTurn() { condition.withLock { waiting.append(store) } }
    }
  }

  private func take(_ number: Int) -> PooledStore? {
    condition.withLock {
      begun[number] = nil
      // Not after a wait: a signal was for this thread, and no other would come.
      var isOver = threadCount > atOnce && threadCount > neededCount
      while !isOver {
        if let store = waiting.popFirst() {
          begun[number] = MonotonicClock.nowMilliseconds()
          return store
        }
        idleCount += 1
        let isLate = !condition.wait(atMostMilliseconds: Self.idleMilliseconds)
        idleCount -= 1
        isOver = isLate && waiting.isEmpty
      }
      threadCount -= 1
      return nil
    }
  }
}
