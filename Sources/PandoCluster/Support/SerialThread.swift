import CProcess
import Glibc
import Synchronization

/// A thread that runs jobs one after the other, in order, or after a time. It takes no descriptor.
final class SerialThread: @unchecked Sendable {
  typealias Job = @Sendable () -> Void

  // Every `var` is touched only while `mutex` is held. The two pointers never change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Job] = []
  /// The jobs for later, soonest first.
  private var timers: [(due: Int, job: Job)] = []
  private var isStopping = false
  private let end = ThreadEnd()

  /// The longest pause of a job: a year. A peer may have said how long.
  private static let pauseAtMost = 365 * 24 * 3_600_000

  /// Starts the thread, which lives until `stop()`.
  init(name: String) {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
    _ = ServiceThread(name: name) { [self] in
      while let jobs = take() { for job in jobs { job() } }
      end.finish()
    }
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs a job on the thread, soon; not at all after `stop()`.
  func run(_ job: @escaping Job) {
    locked {
      guard !isStopping else { return }
      jobs.append(job)
      pthread_cond_signal(condition)
    }
  }

  /// Runs a job on the thread after a time; not at all when it stops before.
  func run(afterMilliseconds milliseconds: Int, _ job: @escaping Job) {
    let due = MonotonicClock.nowMilliseconds() + min(max(0, milliseconds), Self.pauseAtMost)
    locked {
      guard !isStopping else { return }
      let index = timers.firstIndex { $0.due > due } ?? timers.endIndex
      timers.insert((due, job), at: index)
      pthread_cond_signal(condition)
    }
  }

  /// Ends the thread once it has run the jobs that are there.
  func stop() {
    locked {
      isStopping = true
      timers = []
      pthread_cond_signal(condition)
    }
  }

  /// Returns when the thread has ended.
  func wait() async { await end.wait() }

  /// The jobs to run next; nil at the end.
  private func take() -> [Job]? {
    locked {
      while true {
        takeTimers()
        if !jobs.isEmpty { break }
        if isStopping { return nil }
        wait(until: timers.first?.due)
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

  private func wait(until due: Int?) {
    guard let due else {
      pthread_cond_wait(condition, mutex)
      return
    }
    var time = timespec(tv_sec: due / 1_000, tv_nsec: due % 1_000 * 1_000_000)
    pthread_cond_timedwait(condition, mutex, &time)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
