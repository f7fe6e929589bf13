import CBlackBox
import Glibc

/// Threads of the system: for what blocks, which no thread of the concurrency pool may.
package enum SystemThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread, which is to be joined or detached.
  ///
  /// - Parameter name: What debuggers and `/proc` call it; at most 15 bytes.
  /// - Returns: The thread; nil where the system starts none, since others have used up what it allows the user.
  package static func start(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    var thread = pthread_t()
    let job = Unmanaged.passRetained(
      Job {
        pando_name_thread(name)
        body()
      })
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, job.toOpaque())
    if status == 0 { return thread }
    job.release()
    return nil
  }
}
