/// A thread that runs jobs one after the other, in order, or after a time. It takes no descriptor.
final class SerialThread: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  // Every `var` is touched only while the lock of `condition` is held.
  private let condition = Condition()
  private var jobs: [Job] = []
  /// The jobs for later, soonest first.
  private var timers: [(due: Int, job: Job)] = []
  private var isStopping = false
  private let end = ThreadEnd()

  /// The longest pause of a job: a year. A peer may have said how long.
  private static let pauseAtMost = 365 * 24 * 3_600_000

  /// Starts the thread, which lives until `stop()`.
  init(name: String) {
    _ = ServiceThread(name: name) { [self] in
      while let jobs = take() { for job in jobs { job() } }
      end.finish()
    }
  }

  /// Runs a job on the thread, soon; not at all after `stop()`.
  func run(_ job: @escaping Job) {
    condition.withLock {
      guard !isStopping else { return }
      jobs.append(job)
      condition.signal()
    }
  }

  /// Runs a job on the thread after a time; not at all when it stops before.
  func run(afterMilliseconds milliseconds: Int, _ job: @escaping Job) {
    let due = MonotonicClock.nowMilliseconds() + min(max(0, milliseconds), Self.pauseAtMost)
    condition.withLock {
      guard !isStopping else { return }
      let index = timers.firstIndex { $0.due > due } ?? timers.endIndex
      timers.insert((due, job), at: index)
      condition.signal()
    }
  }

  /// Ends the thread once it has run the jobs that are there.
  func stop() {
    condition.withLock {
      isStopping = true
      timers = []
      condition.signal()
    }
  }

  /// Returns when the thread has ended.
  func wait() async { await end.wait() }

  /// The jobs to run next; nil at the end.
  private func take() -> [Job]? {
    condition.withLock {
      while true {
        takeTimers()
        if !jobs.isEmpty { break }
        if isStopping { return nil }
        let pause = timers.first.map { $0.due - MonotonicClock.nowMilliseconds() }
        _ = condition.wait(atMostMilliseconds: max(0, pause ?? Self.pauseAtMost))
      }
      defer { jobs = [] }
      return jobs
    }
  }

  private func takeTimers() {
    let now = MonotonicClock.nowMilliseconds()
    let count = timers.prefix { $0.due <= now }.count
    jobs += timers.prefix(count).map(\.job)
    timers.removeFirst(count)
  }
}
