import CProcess
import Glibc

/// The process of a worker that a program started for itself, which reads what the worker prints.
enum WorkerProcess {
  /// Prepares the process, before it prints anything.
  static func prepare(name: String?) {
    // The program reads from a pipe, to which a line would otherwise go once many are there.
    pando_print_by_lines()
    // A program that was killed reads no more. The worker then ends by itself, and clears up; a signal would not
    // let it. A function, and not SIG_IGN, which what the worker starts would inherit.
    signal(SIGPIPE) { _ in }
    CrashNotice.adopt()
    if let name { ThreadName.setOfProcess(name) }
  }
}
