import Synchronization

/// The thread on which this process keeps in touch with coordinators.
///
/// Tasks that prefer it run there and not on the concurrency pool, which user code may have taken up.
/// One for the process: what runs here is short, and waits for nobody.
final class ControlExecutor: TaskExecutor {
  private let thread = SerialThread(name: "pando-control")

  private static let shared = ControlExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Runs a task on the thread.
  @discardableResult
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    Task(executorPreference: shared, operation: body)
  }

  /// Runs a part of the calling task on the thread.
  static func prefer<Result: Sendable>(
    _ body: @Sendable () async -> Result
  ) async -> Result {
    await withTaskExecutorPreference(shared, operation: body)
  }

  /// Calls a short function on the thread, after a time.
  static func after(milliseconds: Int, _ job: @escaping @Sendable () -> Void) {
    shared.thread.run(afterMilliseconds: milliseconds, job)
  }

  /// Returns after a time, or at once when the task is cancelled. Needs no thread of the pool.
  static func sleep(milliseconds: Int) async {
    let sleep = Sleep()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        sleep.begin(continuation)
        shared.thread.run(afterMilliseconds: milliseconds) { sleep.end() }
      }
    } onCancel: {
      sleep.end()
    }
  }

  /// A continuation that is resumed once, however early.
  private final class Sleep: Sendable {
    private enum State {
      case new
      case asleep(CheckedContinuation<Void, Never>)
      case over
    }

    private let state = Mutex(State.new)

    func begin(_ continuation: CheckedContinuation<Void, Never>) {
      let isOver = state.withLock { state in
        if case .over = state { return true }
        state = .asleep(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }

    func end() {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state = .over }
        guard case .asleep(let continuation) = state else { return nil }
        return continuation
      }
      continuation?.resume()
    }
  }
}
