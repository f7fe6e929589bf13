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
  private let thread: Mutex<pthread_t?>
  private let identity: pthread_t

  /// Starts the thread. Where none can be started, nothing that was begun would ever end: the process ends, with words.
  ///
  /// - Parameter name: What debuggers and `/proc` call it; at most 15 bytes.
  package init(name: String, _ body: @escaping @Sendable () -> Void) {
    guard let thread = Self.start(name, body) else {
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
    guard let thread = Self.start(name, body) else { return nil }
    identity = thread
    self.thread = Mutex(thread)
  }

  /// A clause for people, where no thread can be started.
  package static let shortage = "no thread can be started. \(ThreadLimit.mend.dropLast())"

  private static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
    SystemThread.start(name) { BlockingSends.forbid(body) }
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
