import Glibc

/// The threads that this process may still start.
///
/// libzmq and the Swift runtime end the process, or wait for ever, when one of theirs cannot be started. Whoever is
/// about to need some asks before.
package enum ThreadLimit {
  /// Starts that many threads at once, and ends them.
  ///
  /// - Throws: `.tooManyThreads` where the system does not start them all. `attempt` completes "could not ...".
  package static func require(_ count: Int, to attempt: String) throws(ZeroMQError) {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackBytes)
    defer {
      pthread_attr_destroy(&attributes)
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
    var threads: [pthread_t] = []
    var status: Int32 = 0
    // None ends before all have been started.
    pthread_mutex_lock(mutex)
    while status == 0, threads.count < count {
      var thread = pthread_t()
      status = pthread_create(
        &thread, &attributes,
        { argument in
          guard let mutex = argument?.assumingMemoryBound(to: pthread_mutex_t.self) else {
            return nil
          }
          pthread_mutex_lock(mutex)
          pthread_mutex_unlock(mutex)
          return nil
        }, mutex)
      if status == 0 { threads.append(thread) }
    }
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    guard status == 0 else {
      throw ZeroMQError(
        .tooManyThreads,
        """
        Could not \(attempt): it takes \(count) threads, and the system starts only \(threads.count) more. \
        \(mend)
        """)
    }
  }

  /// A sentence about what mends a shortage of threads or processes.
  package static let mend = """
    Raise the limit of this user's processes and threads (ulimit -u), or that of the container or service (TasksMax=), \
    or end some.
    """

  /// The threads do nothing.
  private static let stackBytes = 64 << 10
}
