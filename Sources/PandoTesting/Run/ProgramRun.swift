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
      return record(.direct, .everything) { engine, record in
        // What features do when they are mounted.
        record.cameToRest = settle()
        for action in actions {
          send(action, engine, record)
          record.cameToRest = settle() && record.cameToRest
          advance(by: feature.timeStep)
        }
      }
    case .hosted(let schedule):
      let faults = HostingFaults(schedule.faults, executor: executor)
      var result = record(.faulty(faults), .everything) { engine, record in
        if schedule.pace == .settled { record.cameToRest = settle() }
        for action in actions {
          send(action, engine, record)
          switch schedule.pace {
          case .settled:
            record.cameToRest = settle() && record.cameToRest
            advance(by: feature.timeStep)
          case .ahead(let jobs):
            executor.run(atMost: jobs)
          }
        }
      }
      result.faultEvents = faults.events
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
    record(.direct, work, mountsFirst: false) { engine, record in
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
    record(.direct, .sends) { engine, record in
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

  private func record(
    _ hosting: Hosting, _ work: EffectWork, mountsFirst: Bool = true,
    _ body: (StoreEngine<State, Action>, Recording<State, Action>) -> Void
  ) -> RunRecord<State, Action> {
    let collector = IssueCollector()
    let recording = Recording<State, Action>()
    withIssueReporters([collector]) {
      let engine = StoreEngine(
        initialState: feature.initialState,
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
        dependencies: dependencies(hosting),
        executor: executor)
      recording.watch(engine, clock)
      if mountsFirst { engine.mountFirst() } else { engine.noteFirstMounts() }
      body(engine, recording)
      recording.cameToRest = settle() && recording.cameToRest
      let end = clock.now.advanced(by: .seconds(1 << 32))
      for _ in 0..<Self.wakesAtEnd where clock.wakeNext(by: end) {
        if !settle() { break }
      }
      recording.stop(engine)
      executor.run(atMost: Self.jobsAtMost)
    }
    return RunRecord(
      commits: recording.commits, issues: collector.messages, cameToRest: recording.cameToRest)
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

  func watch(_ engine: StoreEngine<State, Action>, _ clock: TestClock<Duration>) {
    let note = { [unowned self] (state: State, action: Action?, isFollowUp: Bool, failure) in
      commits.append(
        .init(
          action: action, state: state, shared: SharedSnapshot(), isFollowUp: isFollowUp,
          turn: turn, now: clock.now, failure: failure))
    }
    note(engine.withState { $0 }, nil, false, nil as HostedFailureReason?)
    engine.hooks.committed = { state, action, isFollowUp in note(state, action, isFollowUp, nil) }
    engine.hooks.failed = { state, action, reason in note(state, action, false, reason) }
  }

  func stop(_ engine: StoreEngine<State, Action>) {
    engine.hooks.committed = nil
    engine.hooks.failed = nil
    engine.stop()
  }
}
