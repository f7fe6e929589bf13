import Synchronization

/// The calls of others that run here, each in a task of its own, which needs no thread of the
/// concurrency pool.
final class RunningCalls: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var started = 0
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { state.withLock { $0.tasks.count } }

  /// False when as many run as may, or none may any more.
  func start(_ body: @escaping @Sendable () async -> Void) -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.tasks.count < limit else { return false }
      state.started += 1
      let number = state.started
      // However soon it ends, it cannot be removed before it is here: that takes the lock.
      state.tasks[number] = ControlExecutor.run {
        await body()
        self.state.withLock { $0.tasks[number] = nil }
      }
      return true
    }
  }

  /// Cancels those that run, and starts no others.
  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }
}
