import DequeModule
import Pando
import Synchronization

/// Runs the jobs of tasks when it is told to, on the thread that tells it; so a whole cluster with
/// its effects runs on one thread, in an order that a seed decides.
public final class SimulatedExecutor: TaskExecutor {
  private let jobs = Mutex<Deque<UnownedJob>>([])
  private let muted = Atomic<Bool>(false)

  /// True if what its tasks do counts for nothing: the process that they are of has ended.
  package var isMuted: Bool {
    get { muted.load(ordering: .relaxed) }
    set { muted.store(newValue, ordering: .relaxed) }
  }

  /// The executor whose jobs the calling thread runs.
  package static var running: SimulatedExecutor? { runningHere.value }
  private static let runningHere = ThreadLocal<SimulatedExecutor>()

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
    if jobs.withLock({ $0.isEmpty }) { return false }
    return Self.runningHere.withValue(self) { runJobs() }
  }

  private func runJobs() -> Bool {
    var ran = false
    while let job = jobs.withLock({ $0.popFirst() }) {
      ran = true
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return ran
  }
}
