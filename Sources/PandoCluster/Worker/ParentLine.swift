import Glibc
import PandoHosting

/// The line of a worker in a sandbox to the process that started it for others to use.
///
/// A thread of its own answers, `pando-parent`, which runs no code of a user and waits for no reducer.
struct ParentLine: Sendable {
  private let socket: Int32
  /// The label by which children with the rights of the sandbox are placed on the worker.
  let label: String?

  /// Reads what the process was started with; nil where nobody has confined it. Called before it does anything else.
  static func adopt() -> ParentLine? {
    guard let text = getenv(ConfinedLine.variable).map({ String(cString: $0) }) else { return nil }
    // What the worker starts has no such line.
    unsetenv(ConfinedLine.variable)
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, let socket = Int32(words[0]), SpawnMark.isOfParent,
      fcntl(socket, F_SETFD, FD_CLOEXEC) == 0
    else { return nil }
    // A service manager sends a signal to both processes, and the other one passes on what is meant.
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    return ParentLine(socket: socket, label: words[1] == "-" ? nil : words[1])
  }

  /// Answers for a worker, which listens by now and hears nobody, until it may take work; then on a thread for as long as
  /// the process lives.
  func begin(_ worker: WorkerService) {
    let load = worker.load()
    guard answer(for: worker.loop, load, isBegun: false) else { return }
    _ = ServiceThread(name: "pando-parent") { [self, loop = worker.loop] in
      _ = answer(for: loop, load, isBegun: true)
    }
  }

  /// Answers until the worker may take work, or, once it may, until nobody asks. Returns whether there is more to answer.
  private func answer(
    for loop: WorkerLoop, _ load: () -> WorkerLoad, isBegun: Bool
  ) -> Bool {
    while true {
      switch ConfinedLine.receive(ConfinedOrder.self, from: socket, waits: true) {
      case .message(.report): ConfinedLine.send(ConfinedReport(of: loop, load()), to: socket)
      case .message(.drain(let milliseconds)): loop.drain(withinMilliseconds: milliseconds)
      case .message(.begin): if !isBegun { return true }
      case .message(.terminate): loop.terminate()
      case .message(.end): loop.stop()
      case .nothing: break
      case .end: return false
      }
    }
  }
}

extension ConfinedReport {
  fileprivate init(of loop: WorkerLoop, _ load: WorkerLoad) {
    self.init(
      load: load,
      steps: Steps(
        actions: loop.actionCount, rewrites: loop.rewrittenCount, effects: loop.effectCount,
        lanes: loop.laneCount),
      isWorking: loop.pool?.isBusy == true || loop.effectCount > 0, countedAt: loop.tickedAt,
      problem: loop.address.problem, drainLeft: loop.drainLeft)
  }
}
