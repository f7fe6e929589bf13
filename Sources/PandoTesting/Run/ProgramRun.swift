import IssueReporting
import Pando

/// One run of a program: a list of actions, each sent to a store of the feature.
///
/// Everything happens on the thread that calls ``run(_:)``: the store, its workers, the effects and the
/// clock. So a run repeats itself, unless the feature reads something that is not of the run.
///
/// The workers are those of ``HostingFaults``, which a `TestStore` has too, and not those of
/// `PandoSimulation`: a plan of their failures is a public value, so that a failure can be printed as
/// Swift, shrunk entry by entry, and pasted into a test.
struct ProgramRun<State: Equatable & Sendable, Action: Sendable> {
  enum Mode {
    /// In one process, as if nothing were hosted.
    case local
    /// On workers.
    case hosted(HostingSchedule)
  }

  /// The work of effects in a run.
  private enum EffectWork {
    case everything
    /// They send what `Effect.send` sends.
    case sends
    case nothing
  }

  let feature: CheckedFeature<State, Action>
  private let executor = RunExecutor()
  private let clock = TestClock()
  private let draws = DrawSource()

  /// The number of jobs that an action may take before its effects count as endless.
  private static var jobsAtMost: Int { 20_000 }
  /// The number of sleepers that are woken when all actions were sent.
  private static var wakesAtEnd: Int { 64 }

  init(_ feature: CheckedFeature<State, Action>) {
    self.feature = feature
  }

  // MARK: - Runs

  /// Sends the actions, and lets the effects do what they do.
  func run(_ actions: [Action], _ mode: Mode) -> RunRecord<State, Action> {
    switch mode {
    case .local:
      return record({ .direct }, .everything) { life, record in
        // What features do when they are mounted.
        record.cameToRest = settle()
        for action in actions {
          send(action, life.engine, record)
          record.cameToRest = settle() && record.cameToRest
          advance(by: feature.timeStep)
        }
      }
    case .hosted(let schedule):
      var lives: [HostingFaults] = []
      func makeHosting() -> Hosting {
        let faults = HostingFaults(schedule.faults, executor: executor)
        lives.append(faults)
        return .faulty(faults)
      }
      let mayRestart = !schedule.restarts.isEmpty
      var result = record(makeHosting, .everything, mayRestart: mayRestart) { life, record in
        if schedule.pace == .settled { record.cameToRest = settle() }
        for (index, action) in actions.enumerated() {
          send(action, life.engine, record)
          switch schedule.pace {
          case .settled:
            record.cameToRest = settle() && record.cameToRest
            advance(by: feature.timeStep)
          case .ahead(let jobs):
            executor.run(atMost: jobs)
          }
          if schedule.restarts.contains(index + 1) { restart(&life, record) }
        }
      }
      result.faultEvents = lives.flatMap(\.events)
      return result
    }
  }

  /// Sends what another run accepted, in that order and at that time. Effects do nothing: what they
  /// sent is in the list, and what the features sent that were there to begin with, and links of chains that waited
  /// their turn.
  func replay(_ accepted: [RunRecord<State, Action>.Commit]) -> RunRecord<State, Action> {
    replay(accepted, .sends)
  }

  /// Sends all that committed in another run, in that order and at that time. Effects do nothing at
  /// all, and nothing is mounted: what `Effect.send` sent is in the list, and what mounting sent.
  func repeatCommits(_ commits: [RunRecord<State, Action>.Commit]) -> RunRecord<State, Action> {
    replay(commits, .nothing)
  }

  private func replay(
    _ commits: [RunRecord<State, Action>.Commit], _ work: EffectWork
  ) -> RunRecord<State, Action> {
    record({ .direct }, work, mountsFirst: false) { life, record in
      let engine = life.engine
      engine.hooks.dropsTurns = true
      for commit in commits {
        while clock.wakeNext(by: commit.now) {}
        if let action = commit.action { send(action, engine, record) }
      }
    }
  }

  /// Sends the actions to a store whose effects do nothing. Before each, the state is replaced by a
  /// copy with storage of its own, where the feature can make one.
  func reduceCopies(_ actions: [Action]) -> RunRecord<State, Action> {
    record({ .direct }, .sends) { life, record in
      let engine = life.engine
      for action in actions {
        engine.withState { state in state = feature.copyState?(state) ?? state }
        send(feature.copyAction?(action) ?? action, engine, record)
      }
    }
  }

  /// True if the feature hosts anything.
  var hostsFeature: Bool { asked { $0.containsHostedFeature } }

  /// True if the feature hosts anything whose actions let others go ahead.
  var hostsFeatureAsReady: Bool { asked { $0.containsFeatureAsReady } }

  private func asked(_ question: (Reduce<State, Action>) -> Bool) -> Bool {
    withDependencies {
      $0 = dependencies(.direct)
    } operation: {
      question(feature.makeReducer())
    }
  }

  // MARK: - Parts

  /// The store of a run, until it ends and another goes on.
  private struct Life {
    var engine: StoreEngine<State, Action>
    let make: (_ state: () -> State) -> StoreEngine<State, Action>
  }

  private func record(
    _ makeHosting: @escaping () -> Hosting, _ work: EffectWork, mountsFirst: Bool = true,
    mayRestart: Bool = false, _ body: (inout Life, Recording<State, Action>) -> Void
  ) -> RunRecord<State, Action> {
    let collector = IssueCollector()
    let recording = Recording<State, Action>()
    func makeEngine(_ state: () -> State) -> StoreEngine<State, Action> {
      StoreEngine(
        initialState: state,
        reducer: {
          feature.makeReducer().surrounded(mounts: work != .nothing) { [draws] reduce in
            let effect = draws.whileReducing(reduce)
            return switch work {
            case .everything: effect
            case .sends: effect.withoutWork()
            case .nothing: .none
            }
          }
        },
        dependencies: dependencies(makeHosting()),
        executor: executor, mayRestart: mayRestart)
    }
    withIssueReporters([collector]) {
      var life = Life(engine: makeEngine(feature.initialState), make: makeEngine)
      recording.begin(life.engine, clock)
      recording.watch(life.engine, clock)
      if mountsFirst { life.engine.mountFirst() } else { life.engine.noteFirstMounts() }
      body(&life, recording)
      recording.cameToRest = settle() && recording.cameToRest
      let end = clock.now.advanced(by: .seconds(1 << 32))
      for _ in 0..<Self.wakesAtEnd where clock.wakeNext(by: end) {
        if !settle() { break }
      }
      recording.stop(life.engine)
      executor.run(atMost: Self.jobsAtMost)
    }
    return RunRecord(
      commits: recording.commits, issues: collector.messages, cameToRest: recording.cameToRest)
  }

  /// Ends a store as if its process were killed, and has another go on with what has committed, as it is read back.
  private func restart(_ life: inout Life, _ recording: Recording<State, Action>) {
    guard let restart = feature.restart else { return }
    let former = life.engine
    let (state, owed) = former.withState { ($0, former.owedActions) }
    recording.stop(former)
    let copy = feature.copyState?(state) ?? state
    if let field = FieldWalk.differences(state, copy).first {
      reportIssue(
        """
        A restart reads another state than was written down: \
        \(field.path.isEmpty ? "it" : "\"\(field.path)\"") was \(field.leftText), and is \(field.rightText).
        """)
    }
    life.engine = life.make { copy }
    recording.watch(life.engine, clock)
    restart(life.engine, owed.map { feature.copyAction?($0) ?? $0 })
  }

  private func dependencies(_ hosting: Hosting) -> DependencyValues {
    DependencyValues.current.updated { values in
      values.context = .test
      values.continuousClock = clock
      values.suspendingClock = clock
      values.date = clock.dates
      values.uuid = draws.uuid
      values.withRandomNumberGenerator = draws.randomNumbers
      values.defaultInMemoryStorage = InMemoryStorage()
      feature.prepareDependencies(&values)
      values.defaultFileStorage = values.defaultFileStorage.scratch
      values.hosting = hosting
    }
  }

  private func send(
    _ action: Action, _ engine: StoreEngine<State, Action>, _ recording: Recording<State, Action>
  ) {
    // The thread that makes room is this one.
    while engine.isFull, executor.run(atMost: 1) > 0 {}
    recording.turn += 1
    _ = engine.send(action)
  }

  /// Returns false where the effects go on and on.
  private func settle() -> Bool {
    executor.run(atMost: Self.jobsAtMost)
    return executor.isEmpty
  }

  private func advance(by duration: Duration) {
    let deadline = clock.now.advanced(by: duration)
    while clock.wakeNext(by: deadline), settle() {}
  }
}

/// A run as it goes on.
private final class Recording<State: Equatable & Sendable, Action: Sendable> {
  private(set) var commits: [RunRecord<State, Action>.Commit] = []
  var cameToRest = true
  var turn = 0

  /// Notes the state that a run begins with, before it is watched.
  func begin(_ engine: StoreEngine<State, Action>, _ clock: TestClock<Duration>) {
    note(engine.withState { $0 }, nil, false, nil, clock)
  }

  func watch(_ engine: StoreEngine<State, Action>, _ clock: TestClock<Duration>) {
    engine.hooks.committed = { [unowned self] state, action, isFollowUp in
      note(state, action, isFollowUp, nil, clock)
    }
    engine.hooks.failed = { [unowned self] state, action, reason in
      note(state, action, false, reason, clock)
    }
  }

  private func note(
    _ state: State, _ action: Action?, _ isFollowUp: Bool, _ failure: HostedFailureReason?,
    _ clock: TestClock<Duration>
  ) {
    commits.append(
      .init(
        action: action, state: state, shared: SharedSnapshot(), isFollowUp: isFollowUp,
        turn: turn, now: clock.now, failure: failure))
  }

  func stop(_ engine: StoreEngine<State, Action>) {
    engine.hooks.committed = nil
    engine.hooks.failed = nil
    engine.stop()
  }
}
