import Pando
import PandoHosting
import Synchronization

/// Finds the problems that a worker sees itself: those of its process, and of what it reduces.
final class WorkerCheck: Sendable {
  private struct State {
    var waiting = Onsets<ObjectIdentifier>()
    var squashing = Onsets<ProblemKind>()
    var memory = MemoryTrend()
    var rewrites = RewriteTrend()
  }

  /// The time that an action may be reduced before that is a problem.
  static let hangMilliseconds = 3_000
  /// The time that a client may always have actions waiting before that is a problem.
  static let waitMilliseconds = 5_000

  private let process: SelfCheck
  private let loop: WorkerLoop
  private let state = Mutex(State())

  init(_ loop: WorkerLoop) {
    self.loop = loop
    let configuration = loop.configuration
    process = SelfCheck(
      keys: loop.keys, role: .worker, unserved: configuration.problem,
      folders: SelfCheck.folders(of: "\(configuration.endpoint)"))
  }

  /// The problems that there are. Called with each beat, on the thread of the control plane: it waits for no reducer.
  func problems(of load: WorkerLoad, atMilliseconds now: Int) -> [ProcessProblem] {
    // An effect's thread may reduce, too.
    let slowest = [loop.pool?.slowest(now: now), loop.selfDispatches.slowest(now: now)]
      .compactMap(\.self).max { $0.milliseconds < $1.milliseconds }
    let waiting = loop.pool?.waiting ?? []
    return state.withLock { state in
      var found: [ProcessProblem] = []
      var held: ObjectIdentifier?
      if let slowest, slowest.milliseconds >= Self.hangMilliseconds {
        held = ObjectIdentifier(slowest.session)
        found.append(
          ProcessProblem(.hanging, slowest.problem, ageMilliseconds: slowest.milliseconds))
      }
      let ages = state.waiting.look(at: waiting.map { ObjectIdentifier($0) }, atMilliseconds: now)
      // Behind an action that hangs others wait, which is no other problem.
      let longest = waiting.filter { ObjectIdentifier($0) != held }
        .max { ages[ObjectIdentifier($0)] ?? 0 < ages[ObjectIdentifier($1)] ?? 0 }
      if let longest, let age = ages[ObjectIdentifier(longest)], age >= Self.waitMilliseconds {
        found.append(
          ProcessProblem(
            .waiting, "has had actions of \(longest.name) waiting without a pause",
            ageMilliseconds: age))
      }
      let percent = state.rewrites.look(
        reduced: loop.actionCount, rewritten: loop.rewrittenCount, atMilliseconds: now)
      let began = state.squashing.look(at: percent == nil ? [] : [.squashing], atMilliseconds: now)
      if let percent {
        found.append(
          ProcessProblem(
            .squashing,
            """
            reduces much twice or one by one: parents changed the states of its children behind \(percent) % of their actions
            """, ageMilliseconds: began[.squashing] ?? 0))
      }
      if let bytes = load.residentBytes,
        let growth = state.memory.look(bytes: bytes, lanes: load.lanes, atMilliseconds: now)
      {
        let sizes = "\(growth.fromBytes >> 20) to \(growth.toBytes >> 20) MiB"
        found.append(
          ProcessProblem(
            .growing, "grows without more children: from \(sizes)",
            ageMilliseconds: growth.milliseconds))
      }
      return found + process.problems(atMilliseconds: now)
    }
  }
}
