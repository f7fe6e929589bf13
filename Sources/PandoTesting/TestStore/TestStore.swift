import IssueReporting
public import Pando
import Synchronization

/// A store for tests: the test says what every action changes and which actions come back, and what it
/// leaves out is a failure.
///
/// ```swift
/// @Test func search() async {
///   let store = TestStore(initialState: Search.State()) { Search() } withDependencies: {
///     $0.index = .sample
///   }
///   await store.send(.queryChanged("aspen")) {
///     $0.query = "aspen"
///   }
///   await store.receive(\.found) {
///     $0.hits = [.sample]
///   }
/// }
/// ```
///
/// What an action changes in a `Shared` value is asserted like the rest of the state, with
/// `$0.$count.withLock { $0 = 1 }`; what effects and others change in one, with
/// ``assert(_:fileID:filePath:line:column:)``.
///
/// It works in Swift Testing and in XCTest, in any isolation. When the last reference to it goes, it
/// reports the actions that nobody asserted, the effects that still run and the actions that have not
/// committed, and ends. Workers in other processes are given the ``timeout`` to answer and to end effects,
/// as the news of it is on its way; it blocks the thread, which `finish(timeout:)` does not.
///
/// Effects run one at a time, in the order in which they became ready: two runs of a test do the same.
/// Hosted features run on workers in this process, which can be made to fail; see ``faults``.
///
/// Waiting never takes longer than it must. A failure to receive is known at once where nothing runs
/// that could send the action; where something does, it takes the ``timeout``. So does each `send` and `receive` while
/// an effect blocks its thread again and again, as by `usleep`, instead of waiting in `await`: nobody can tell when it
/// has done what it can do at once. Give such a test a short ``timeout``, or the effect a clock that the test has.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  private struct Settings {
    var exhaustivity = Exhaustivity.on
    // A test that passes does not wait for it, and a machine that builds and tests at once may take
    // seconds to run an effect.
    var timeout = Duration.seconds(5)
  }

  /// The parts that a restart makes anew.
  struct Life: Sendable {
    let watch: CommitWatch<State, Action>
    let faults: HostingFaults
  }

  private let life: Mutex<Life>
  let makeLife: LifeMaker<State, Action>
  let dismissal: RootDismissal
  let location: OperatorLocation
  private let overlay: DependencyOverlay
  private let settings = Mutex(Settings())

  var watch: CommitWatch<State, Action> { life.withLock { $0.watch } }

  /// The failures of the workers that host features of the store, since its last restart.
  public var faults: HostingFaults { life.withLock { $0.faults } }

  /// Makes a store for a test.
  ///
  /// Dependencies have their test values unless they are overridden. Hosted features run in this
  /// process, through the codec, unless `hosting` says otherwise.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - faults: How the workers of hosted features fail. The same test passes with and without.
  ///   - reducer: The feature under test.
  ///   - prepareDependencies: Overrides dependencies for the feature.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    faults plan: FaultPlan = .none,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    location = OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let dismissal = RootDismissal()
    self.dismissal = dismissal
    let dependencies = DependencyValues.current.updated {
      $0.context = .test
      $0.rootDismissal = dismissal
      prepareDependencies(&$0)
    }
    let overlay = DependencyOverlay(dependencies)
    self.overlay = overlay
    func makeEngine(
      _ state: () -> R.State, _ faults: HostingFaults, _ reducer: () -> R
    ) -> StoreEngine<State, Action> {
      var dependencies = dependencies
      let hosting = dependencies.hosting
      if hosting.isLoopback || hosting.faults != nil {
        dependencies.hosting =
          .faulty(faults).window(hosting.window).chainLimit(hosting.chainLimit)
      }
      let engine = StoreEngine(
        initialState: state, reducer: reducer,
        dependencies: dependencies.replaceable(by: overlay), executor: faults.queue,
        mayRestart: true)
      dismissal.begin { [weak engine] in engine?.cancelEffects() }
      return engine
    }
    let faults = dependencies.hosting.faults as? HostingFaults ?? HostingFaults(plan)
    var made: R!
    let engine = makeEngine(initialState, faults) {
      made = reducer()
      return made
    }
    makeLife = LifeMaker { [made] state, faults in makeEngine({ state }, faults) { made! } }
    life = Mutex(Life(watch: CommitWatch(engine, queue: faults.queue), faults: faults))
    engine.mountFirst()
  }

  func begin(_ next: Life) { life.withLock { $0 = next } }

  deinit {
    awaitWorkers()
    reportUnasserted()
    watch.engine.stop()
  }

  /// The state as the test has asserted it: after the last action sent or received. Inside a closure
  /// that asserts, the state before.
  ///
  /// Outside of such a closure a shared value in it is what it is now, asserted or not.
  public var state: State { watch.locked { watch.asserted.state } }

  /// The dependencies of the feature; a change counts from the next read on.
  public var dependencies: DependencyValues {
    get { overlay.forUpdate }
    set { overlay.set(newValue) }
  }

  /// The part of what happens that a test must assert.
  public var exhaustivity: Exhaustivity {
    get { settings.withLock { $0.exhaustivity } }
    set { settings.withLock { $0.exhaustivity = newValue } }
  }

  /// The time that the store waits for what is to come, unless a call says otherwise. 5 seconds at
  /// first.
  public var timeout: Duration {
    get { settings.withLock { $0.timeout } }
    set { settings.withLock { $0.timeout = newValue } }
  }
}

/// The test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>
where R.State: Equatable & Sendable, R.Action: Sendable
