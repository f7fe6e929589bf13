import ArgumentParser
import Glibc
import Pando
import PandoCluster

/// Standard output, as a terminal or not.
struct Terminal: Sendable {
  /// True if somebody watches who can see lines being redrawn.
  static var isInteractive: Bool {
    unsafe isatty(STDOUT_FILENO) == 1 && getenv("TERM").map { unsafe String(cString: $0) } != "dumb"
  }

  /// Columns and rows; 80 by 24 where the terminal does not tell.
  static var size: (width: Int, height: Int) {
    guard let size = TerminalSize.of(STDOUT_FILENO) else { return (80, 24) }
    return (size.columns, size.rows)
  }

  /// Writes what a command was asked for: where that is lost, it has not done what it was to do.
  static func deliver(_ text: String) throws {
    guard let problem = write(text) else { return }
    if problem == EPIPE { throw ExitCode(128 + SIGHUP) }
    printError("error: \(StandardOutput.explanation(of: problem))")
    throw ExitCode(1)
  }

  /// Writes all of it, and returns nil; or the error number of the system that took less. When nobody reads
  /// any more, the program hangs up on itself: it is to end well, and SIGPIPE would not let it.
  @discardableResult
  static func write(_ text: String) -> Int32? {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EAGAIN {
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&ready, 1, 1_000)
      } else if count < 0, errno != EINTR {
        let problem = errno
        if problem == EPIPE { kill(getpid(), SIGHUP) }
        return problem
      }
      bytes = bytes.dropFirst(max(0, count))
    }
    return nil
  }
}
