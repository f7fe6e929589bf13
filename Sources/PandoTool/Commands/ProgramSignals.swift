import Glibc
import Synchronization

/// The signals that end a command, which the program that it runs as a child gets in its place: the command ends with that.
enum ProgramSignals {
  /// The number of the program; 0 before it is there, and negative when it has ended.
  private static let processID = Atomic<pid_t>(0)
  /// A signal that has come, and is not passed on yet; 0 for none.
  private static let signal = Atomic<Int32>(0)
  /// True where an interrupt from the terminal goes to the program, too.
  private static let sharesTerminal = Atomic<Bool>(false)

  /// Has SIGINT and SIGTERM go to the program, which then ends.
  static func take() {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
    if terminal >= 0 {
      sharesTerminal.store(tcgetpgrp(terminal) == getpgrp(), ordering: .sequentiallyConsistent)
      close(terminal)
    }
    for number in [SIGINT, SIGTERM] {
      _ = Glibc.signal(number) { number in
        // Only what a handler may do. Whoever sees both the signal and the program passes it on, once.
        if number == SIGINT, ProgramSignals.sharesTerminal.load(ordering: .relaxed) { return }
        ProgramSignals.signal.store(number, ordering: .sequentiallyConsistent)
        ProgramSignals.pass()
      }
    }
  }

  /// The program is there.
  static func begin(_ process: pid_t) {
    processID.store(process, ordering: .sequentiallyConsistent)
    pass()
  }

  /// The program has ended, and its number may be another's.
  static func end() { processID.store(-1, ordering: .sequentiallyConsistent) }

  /// Sends the program a signal that has come.
  private static func pass() {
    let process = processID.load(ordering: .sequentiallyConsistent)
    guard process > 0 else { return }
    let number = signal.exchange(0, ordering: .sequentiallyConsistent)
    if number > 0 { kill(process, number) }
  }
}
