import Glibc
import Pando

/// The way in which a worker tells the program that started it of its crash, and of whom it dies, at once: what prints
/// the backtrace keeps the process from ending until it is done.
enum CrashNotice {
  /// The environment variable with the number of the descriptor to tell it on.
  static let variable = "PANDO_WORKER_CRASHES"

  /// Has crashes of this process told, if whoever started it wants to know. Called before the process does anything
  /// else, so that what comes later has the first word on a signal.
  static func adopt() {
    guard let text = getenv(variable), let descriptor = Int32(String(cString: text)) else { return }
    // What the worker starts has nothing to tell there.
    unsetenv(variable)
    guard fcntl(descriptor, F_GETFD) >= 0 else { return }
    BlackBox.open(descriptor)
  }
}
