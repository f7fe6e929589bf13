import Glibc

/// The processes of workers that have crashed and are still there, since their backtraces are being printed.
///
/// Their places are taken by others already. None is kept for long: the supervisor's thread, which waits for nobody, kills
/// a process at its deadline, and what it has started with it, such as the tool that prints. `stop()` waits for no more.
struct CrashedWorkers {
  private var processes: [(process: ChildProcess, deadline: Int)] = []

  /// The time that a backtrace may take, while the store lives and when it ends.
  private static let reportMilliseconds = 30_000
  private static let lastReportMilliseconds = 2_000
  /// The number of backtraces at once: each takes a core, and memory for the program's symbols.
  private static let atMost = 4

  var isEmpty: Bool { processes.isEmpty }

  mutating func add(_ process: ChildProcess, now: Int) {
    processes.append((process, now + Self.reportMilliseconds))
    // The killed ones are on their way, and have no backtrace to come to.
    let printing = processes.indices.filter { processes[$0].deadline != .max }
    for index in printing.dropLast(Self.atMost) { end(at: index) }
  }

  private mutating func end(at index: Int) {
    processes[index].process.kill()
    // The signal is on its way; the descriptor tells when it has come.
    processes[index].deadline = .max
  }

  /// Lets go of those that have ended, and ends those that take too long.
  mutating func reap(now: Int, isStopping: Bool) {
    var index = 0
    while index < processes.count {
      if isStopping {
        processes[index].deadline = min(
          processes[index].deadline, now + Self.lastReportMilliseconds)
      }
      if processes[index].deadline <= now { end(at: index) }
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
