import CProcess
import Glibc
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// A thread that owns sockets, with its end to wait for.
///
/// A thread rather than a task: it blocks in `zmq_poll`, which no thread of the concurrency pool may. Others count on it,
/// so it never sleeps for the room of a store: not even where a log handler sends.
package final class ServiceThread: Sendable {
  private final class Job: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let thread: Mutex<pthread_t?>
  private let identity: pthread_t

  /// Starts the thread. Where none can be started, nothing that was begun would ever end: the process ends, with words.
  ///
  /// - Parameter name: What debuggers and `/proc` call it; at most 15 bytes.
  package init(name: String, _ body: @escaping @Sendable () -> Void) {
    let (thread, status) = Self.start(name, body)
    if status != 0 {
      printError("error: \(Self.shortage)")
      _exit(ProcessEnd.shortageStatus)
    }
    identity = thread
    self.thread = Mutex(thread)
  }

  /// Starts the thread; nil where none can be started. Others may have used up what the system allows the user,
  /// and whoever can do without the thread goes on.
  ///
  /// - Parameter name: What debuggers and `/proc` call it; at most 15 bytes.
  package init?(trying name: String, _ body: @escaping @Sendable () -> Void) {
    let (thread, status) = Self.start(name, body)
    guard status == 0 else { return nil }
    identity = thread
    self.thread = Mutex(thread)
  }

  /// A clause for people, where no thread can be started.
  package static let shortage = "no thread can be started. \(ThreadLimit.mend.dropLast())"

  /// Returns the thread, and 0 or why there is none.
  private static func start(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> (pthread_t, Int32) {
    var thread = pthread_t()
    let job = Unmanaged.passRetained(
      Job {
        pando_name_thread(name)
        BlockingSends.forbid(body)
      })
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, job.toOpaque())
    if status != 0 { job.release() }
    return (thread, status)
  }

  /// True if the calling thread is this one.
  var isCurrent: Bool { pthread_equal(pthread_self(), identity) != 0 }

  /// Waits until the thread has ended. Later calls, and calls from the thread itself, return at once.
  func join() {
    guard !isCurrent else { return }
    let joinable = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if let joinable { pthread_join(joinable, nil) }
  }

  deinit {
    if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
  }
}
