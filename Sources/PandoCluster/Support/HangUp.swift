import CProcess
import Glibc

/// The meaning of SIGHUP for a daemon.
package enum HangUp: Sendable {
  /// The terminal has gone: the daemon ends as on SIGTERM.
  case end
  /// A service manager has the keyring read.
  case reload
  /// The process was started with the signal ignored, as by nohup.
  case ignore

  /// Asks the environment, before `ServiceNotifier.adopt` clears it, and how the signal was left to this process.
  ///
  /// systemd's `INVOCATION_ID` is also in the shells of terminals that it has started; those have a terminal.
  package static var asked: HangUp {
    let isManaged = getenv("NOTIFY_SOCKET").map { $0.pointee != 0 } ?? false
    if isManaged || getenv("INVOCATION_ID") != nil && !hasTerminal { return .reload }
    return pando_is_ignored(SIGHUP) ? .ignore : .end
  }

  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }
}
