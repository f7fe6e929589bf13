import CProcess
import Glibc
import Pando
import Synchronization

/// The way in which a worker tells of its crash, and of whom it dies, at once: what prints the backtrace keeps the process
/// from ending until it is done.
///
/// Whoever started the process may have left it a descriptor for that. Else its own watch hears of it, and tells clients,
/// while the thread that has crashed waits.
enum CrashNotice {
  /// The environment variable with the number of the descriptor to tell it on.
  static let variable = "PANDO_WORKER_CRASHES"

  /// Where the watch reads the last words of its own process; -1 where others do.
  private static let own = Atomic<Int32>(-1)

  /// The time that the process may take to tell its clients of its end.
  static let patienceMilliseconds = 2_500

  /// Has crashes of this process told. Called before the process does anything else, so that what comes later has the first
  /// word on a signal.
  static func adopt() {
    guard let text = getenv(variable), let descriptor = Int32(String(cString: text)) else {
      return listen()
    }
    // What the worker starts has nothing to tell there.
    unsetenv(variable)
    guard fcntl(descriptor, F_GETFD) >= 0 else { return }
    BlackBox.open(descriptor)
  }

  private static func listen() {
    var ends: [Int32] = [-1, -1]
    guard pando_pipe(&ends) == 0 else { return }
    own.store(ends[0], ordering: .releasing)
    BlackBox.open(ends[1], patienceMilliseconds: patienceMilliseconds)
  }

  /// The descriptor on which this process tells itself of its crash; nil where it tells others.
  static var ownDescriptor: Int32? {
    let descriptor = own.load(ordering: .acquiring)
    return descriptor < 0 ? nil : descriptor
  }
}
