import CProcess

/// The process of a worker that a program started for itself, which reads what the worker prints.
enum WorkerProcess {
  /// Prepares the process, before it prints anything.
  static func prepare(name: String?) {
    // The program reads from a pipe, to which a line would otherwise go once many are there.
    pando_print_by_lines()
    CrashNotice.adopt()
    if let name { ThreadName.setOfProcess(name) }
  }
}
