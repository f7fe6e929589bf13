import Dispatch
import Foundation
import IssueReporting
import Pando
import PandoSimulation
import Synchronization

/// What one run of a program showed.
struct Record: Equatable {
  struct Commit: Equatable {
    var action: Root.Action
    var state: Root.State
    /// Which the state's equality leaves out.
    var ids: [StackElementID]

    init(action: Root.Action, state: Root.State) {
      self.action = action
      self.state = state
      ids =
        Array(state.path.ids) + state.always.pages.ids
        + state.path.flatMap { Array($0.pages.ids) }
    }
  }

  var commits: [Commit] = []
  var effects = EffectLog.Entries()
  var warnings: [String] = []
}

/// Notes commits as they happen; only the thread that holds the store's lock comes here.
final class Recorder: @unchecked Sendable {
  // Touched by the store's hooks, which the store's lock keeps apart, and read after the run.
  var commits: [Record.Commit] = []
  /// The accepted actions that no other action's commit gave rise to, in order.
  var accepted: [Root.Action] = []
  let warnings = Mutex<[String]>([])

  func watch(_ engine: StoreEngine<Root.State, Root.Action>) {
    engine.hooks.committed = { [unowned self] state, action, isFamily in
      commits.append(Record.Commit(action: action, state: state))
      if !isFamily { accepted.append(action) }
    }
  }
}

extension Recorder: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    warnings.withLock { $0.append(message) }
  }
}

/// A store for one run.
func makeEngine(
  _ hosting: Hosting, _ mode: EffectMode, _ executor: SimulatedExecutor?
) -> StoreEngine<Root.State, Root.Action> {
  var dependencies = DependencyValues()
  dependencies.hosting = hosting
  dependencies.effectMode = mode
  return StoreEngine(
    initialState: { Root.State() }, reducer: { Root() }, dependencies: dependencies,
    executor: executor)
}

/// The in-process answer for one order of accepted actions.
func replay(_ actions: [Root.Action]) -> Record {
  let recorder = Recorder()
  let mode = EffectMode(isMuted: true)
  let executor = SimulatedExecutor()
  return withIssueReporters([recorder]) {
    let engine = makeEngine(.direct, mode, executor)
    recorder.watch(engine)
    for action in actions {
      _ = engine.send(action)
      executor.runAll()
    }
    executor.runAll()
    let record = Record(
      commits: recorder.commits, effects: mode.log.entries,
      warnings: recorder.warnings.withLock { $0.sorted() })
    engine.stop()
    executor.runAll()
    return record
  }
}

/// The hosted answer of a simulated cluster, and the order in which it accepted what committed.
func simulate(
  _ program: [Root.Action], seed: UInt64, window: Int, crashes: Bool = false
) throws -> (Record, accepted: [Root.Action]) {
  let recorder = Recorder()
  let mode = EffectMode()
  let executor = SimulatedExecutor()
  var generator = SeededGenerator(seed: seed &* 31 &+ 7)
  let cluster = SimulatedCluster(count: 3, seed: seed, executor: executor)
  return try withIssueReporters([recorder]) {
    let engine = makeEngine(
      Hosting { cluster }.window(window), mode, executor)
    recorder.watch(engine)
    for action in program {
      // A full window would put this, the only thread, to sleep.
      while engine.isFull { try advance(cluster, executor) }
      _ = engine.send(action)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        if generator.chance(oneIn: 3) { executor.runAll() }
        _ = try cluster.step()
      }
      if crashes, generator.chance(oneIn: 8) { cluster.crash() }
    }
    try cluster.settle()
    let record = Record(
      commits: recorder.commits, effects: mode.log.entries,
      warnings: recorder.warnings.withLock { $0.sorted() })
    engine.stop()
    executor.runAll()
    return (record, recorder.accepted)
  }
}

private func advance(_ cluster: SimulatedCluster, _ executor: SimulatedExecutor) throws {
  let ran = executor.runAll()
  let stepped = try cluster.step()
  guard ran || stepped else { throw Stuck() }
}

/// The window is full and nothing is left to happen.
struct Stuck: Error {}

/// The hosted answer when threads send at once, each its part of the program.
func race(_ program: [Root.Action], threads: Int) -> (Record, accepted: [Root.Action]) {
  let recorder = Recorder()
  // What effects send would race too, and is another test's matter.
  let mode = EffectMode(isMuted: true)
  let engine = makeEngine(.inProcess, mode, nil)
  recorder.watch(engine)
  let group = DispatchGroup()
  for part in 0..<threads {
    group.enter()
    Thread {
      withIssueReporters([recorder]) {
        for index in program.indices where index % threads == part {
          _ = engine.send(program[index])
        }
      }
      group.leave()
    }
    .start()
  }
  group.wait()
  let record = Record(commits: recorder.commits)
  engine.stop()
  return (record, recorder.accepted)
}
