import Glibc
import Synchronization

/// A thread that runs jobs one after the other, in order. It takes no descriptor.
final class SerialThread: @unchecked Sendable {
  // `jobs` and `isStopping` are touched only while `mutex` is held. The two pointers never change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var isStopping = false
  private let end = ThreadEnd()

  /// Starts the thread, which lives until `stop()`.
  init(name: String) {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
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
  func run(_ job: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isStopping else { return }
    jobs.append(job)
    pthread_cond_signal(condition)
  }

  /// Ends the thread once it has run the jobs that are there.
  func stop() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isStopping = true
    pthread_cond_signal(condition)
  }

  /// Returns when the thread has ended.
  func wait() async { await end.wait() }

  /// The jobs to run next; nil at the end.
  private func take() -> [@Sendable () -> Void]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty, !isStopping { pthread_cond_wait(condition, mutex) }
    defer { jobs = [] }
    return jobs.isEmpty ? nil : jobs
  }
}
