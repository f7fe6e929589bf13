import IssueReporting
import Pando
import PandoSimulation
import Synchronization

/// A store for one run.
func makeEngine(
  _ hosting: Hosting, _ mode: EffectMode, _ executor: SimulatedExecutor?, _ root: Root = Root(),
  from state: Root.State = Root.State(), tracing: ActionTracing = .off,
  journal: StoreJournal<Root.State, Root.Action>? = nil
) -> StoreEngine<Root.State, Root.Action> {
  var dependencies = DependencyValues()
  dependencies.hosting = hosting
  dependencies.effectMode = mode
  dependencies.tracing = tracing
  return StoreEngine(
    initialState: { state }, reducer: { root }, dependencies: dependencies,
    executor: executor, journal: journal)
}

/// The in-process answer for one order of accepted actions; `ignoringSends`, of all that committed, those
/// that reducers returned among them; `isQuiet`, without warnings.
func replay(
  _ actions: [Root.Action], ignoringSends: Bool = false, isQuiet: Bool = false
) -> Record {
  let recorder = Recorder()
  let mode = EffectMode(isMuted: true, ignoresSends: ignoringSends)
  let executor = SimulatedExecutor()
  return withIssueReporters(isQuiet ? [] : [recorder]) {
    let engine = makeEngine(.direct, mode, executor, Root(mounts: !ignoringSends))
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
