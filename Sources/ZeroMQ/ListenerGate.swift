import Glibc
import Synchronization

/// Has a process end without leaving an `ipc` listener's files: a thread of its own may just begin to listen, or find the
/// files gone and begin anew.
package enum ListenerGate {
  private static let gate = Mutex(())

  /// Runs what makes a listener.
  static func pass<Result: ~Copyable>(
    _ body: () throws(ZeroMQError) -> Result
  ) throws(ZeroMQError) -> Result {
    try gate.withLock { _ throws(ZeroMQError) in try body() }
  }

  /// Ends the process at once. No listener is made while `clearUp` runs, nor after it.
  package static func endProcess(_ status: Int32, _ clearUp: () -> Void) -> Never {
    gate.withLock { _ in
      clearUp()
      _exit(status)
    }
  }
}
