@preconcurrency import Glibc

/// Standard output, as what a command was asked for: a command whose output is lost has failed.
///
/// What Swift prints waits in a buffer of the C library, and an error shows only where that is looked at.
package enum StandardOutput {
  /// Writes out what was printed. Returns the number of the system's error where some of it is lost, 0 where nobody
  /// knows it any more, and nil where all is written.
  package static func flush() -> Int32? {
    flockfile(stdout)
    defer { funlockfile(stdout) }
    let wasLost = ferror(stdout) != 0
    if fflush(stdout) != 0 { return errno }
    return wasLost ? 0 : nil
  }

  /// A sentence about such an error.
  package static func explanation(of number: Int32) -> String {
    let reason = number == 0 ? "" : ": \(String(cString: strerror(number)))"
    return "The output cannot be written\(reason)."
  }

  /// Has the process end with 1, and say why, where what it printed could not be written. A reader that has gone is told
  /// of nobody; it ends the process before, by SIGPIPE, unless somebody has that ignored.
  package static func checkAtExit() {
    atexit {
      guard let problem = StandardOutput.flush() else { return }
      if problem != EPIPE {
        let line = Array("error: \(StandardOutput.explanation(of: problem))\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
      }
      _exit(1)
    }
  }
}
