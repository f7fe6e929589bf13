import DequeModule
import Synchronization

/// Runs the jobs of tasks when it is told to, on the thread that tells it; so a whole cluster with
/// its effects runs on one thread, in an order that a seed decides.
public final class SimulatedExecutor: TaskExecutor {
  private let jobs = Mutex<Deque<UnownedJob>>([])

  /// Makes one that holds no jobs.
  public init() {}

  /// Takes a job in; it runs when `runAll()` is called.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs, and those that they bring, until there are none. Returns whether there were any.
  @discardableResult
  public func runAll() -> Bool {
    var ran = false
    while let job = jobs.withLock({ $0.popFirst() }) {
      ran = true
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return ran
  }
}
