import Glibc
import Synchronization

/// The keys that are pressed, one by one, while the terminal does not gather them to lines or show them.
///
/// The terminal is as it was again after `end()`. What ends the process otherwise, such as SIGKILL, leaves it as it
/// is: `reset` mends it.
final class KeyPresses: Sendable {
  private let former: termios
  private let hasEnded = Mutex(false)

  /// Begins; nil where standard input is no terminal.
  init?() {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      return nil
    }
    former = settings
    // Ctrl-C stays a signal.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return nil }
  }

  /// Gives the terminal back as it was.
  func end() {
    hasEnded.withLock { hasEnded in
      if hasEnded { return }
      hasEnded = true
      var former = former
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &former)
    }
  }

  /// Waits for a key, for so long; nil where none was pressed. A call blocks its thread.
  func next(withinMilliseconds milliseconds: Int32) -> UInt8? {
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&ready, 1, milliseconds) > 0 else { return nil }
    var key: UInt8 = 0
    // The end of the input is as good as a wish to leave.
    return unsafe read(STDIN_FILENO, &key, 1) == 1 ? key : UInt8(ascii: "q")
  }
}
