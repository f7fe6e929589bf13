import Glibc

/// The processes of workers that have crashed and are still there, since their backtraces are being printed.
///
/// Their places are taken by others already. None is kept for long.
struct CrashedWorkers {
  private var processes: [(process: ChildProcess, deadline: Int)] = []

  /// The time that a backtrace may take, while the store lives and when it ends.
  private static let reportMilliseconds = 30_000
  private static let lastReportMilliseconds = 10_000
  /// The number of backtraces at once: each takes a core, and memory for the program's symbols.
  private static let atMost = 4

  var isEmpty: Bool { processes.isEmpty }

  mutating func add(_ process: ChildProcess, now: Int) {
    if processes.count == Self.atMost { processes[0].process.killGroup() }
    processes.append((process, now + Self.reportMilliseconds))
  }

  /// Lets go of those that have ended, and ends those that take too long.
  mutating func reap(now: Int, isStopping: Bool) {
    var index = 0
    while index < processes.count {
      if isStopping {
        processes[index].deadline = min(
          processes[index].deadline, now + Self.lastReportMilliseconds)
      }
      if processes[index].deadline <= now {
        processes[index].process.killGroup()
        // The signal is on its way; the descriptor tells when it has come.
        processes[index].deadline = .max
      }
      if processes[index].process.reap() == nil {
        index += 1
      } else {
        processes.remove(at: index)
      }
    }
  }

  /// The descriptors to poll.
  var items: [pollfd] {
    processes.map { pollfd(fd: $0.process.descriptor, events: Int16(POLLIN), revents: 0) }
  }

  var nextDeadline: Int? {
    processes.lazy.map(\.deadline).filter { $0 != .max }.min()
  }
}
