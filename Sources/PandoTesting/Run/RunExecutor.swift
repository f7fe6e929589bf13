import Synchronization

/// Runs the jobs of a run on the thread that tells it to, so that the order of effects and of what
/// workers do is the same in every repetition.
final class RunExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs, and those that they bring, but no more than `limit`. Returns how many it ran.
  @discardableResult
  func run(atMost limit: Int) -> Int {
    var count = 0
    while count < limit, let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      count += 1
    }
    return count
  }

  var isEmpty: Bool { jobs.withLock { $0.isEmpty } }
}
