import IssueReporting
import PandoHosting
import PandoSimulation
import SimulationPrograms
import Testing

@testable import Pando

/// Children that go on without a worker, and those that none will have.
@Suite("A hosted child that no worker has", .timeLimit(.minutes(15)))
struct GivenUpLanesTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var log: [String] = [] }
    enum Action: Codable, Equatable, Sendable {
      case note(String)
      /// Has the reducer send another.
      case noteTwice(String, String)
      /// Has an effect wait until it is cancelled.
      case wait
      /// Has the parent stop the store, before the child sees the action.
      case stopStore
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .note(let text): state.log.append(text)
        case .noteTwice(let first, let second):
          state.log.append(first)
          return .send(.note(second))
        case .wait: return .run { _ in try await Task.sleep(for: .seconds(1_000_000)) }
        case .stopStore: state.log.append("stop")
        }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var child: Child.State?
      var other = Child.State()
      var log: [String] = []
    }
    enum Action: Sendable { case child(Child.Action), other(Child.Action) }

    var order = HostedOrder.asSent
    var interrupted: Child.Action?
    var onCrash = CrashPolicy<Child.State, Child.Action>.inProcess
    var stopStore: @Sendable () -> Void = {}
    /// True if the parent changes the child in the action that stops the store.
    var editsBefore = false

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // A child that comes by its own first action has no lane yet.
        if case .child = action, state.child == nil { state.child = Child.State() }
        if case .other(.stopStore) = action {
          stopStore()
          if editsBefore { state.other.log.append("edit") }
        }
        return .none
      }
      EmptyReducer().ifLet(\.child, action: \.child) {
        Child().hosted(interrupted: interrupted, order: order, onCrash: onCrash)
      }
      Scope(state: \.other, action: \.other) { Child().hosted() }
      Reduce { state, action in
        switch action {
        case .child(.note(let text)), .child(.noteTwice(let text, _)): state.log.append(text)
        default: break
        }
        return .none
      }
    }
  }

  private typealias Engine = StoreEngine<Parent.State, Parent.Action>

  private let executor = SimulatedExecutor()
  private let workers: SteppedWorkers

  init() {
    workers = SteppedWorkers(count: 1, seed: 1, executor: executor)
  }

  private func makeEngine(
    _ child: Child.State? = Child.State(), _ parent: @escaping () -> Parent = { Parent() }
  ) -> Engine {
    var dependencies = DependencyValues()
    dependencies.hosting = workers.hosting
    return StoreEngine(
      initialState: { Parent.State(child: child) }, reducer: parent, dependencies: dependencies,
      executor: executor)
  }

  /// Runs what reports that a feature cannot be hosted.
  private func expectingReport(_ body: () throws -> Void) throws {
    try withKnownIssue {
      try body()
    } matching: {
      "\($0)".contains("cannot host") || "\($0)".contains("without effect")
    }
  }

  @Test("goes on in this process with what has waited, once each, when it is given up")
  func givenUp() throws {
    workers.backend.welcome = .unplaced
    let engine = makeEngine { Parent(order: .asReady) }
    for text in ["1", "2", "3"] { _ = engine.send(.child(.note(text))) }
    #expect(engine.withState { $0.log } == [])
    try expectingReport { workers.backend.giveUpWaiting() }
    _ = engine.send(.child(.note("4")))
    #expect(engine.withState { $0.child?.log } == ["1", "2", "3", "4"])
    #expect(engine.withState { $0.log } == ["1", "2", "3", "4"])
    engine.stop()
  }

  @Test("keeps what its reducer sent before what was sent later, when it is given up")
  func keepsFollowUps() throws {
    let engine = makeEngine { Parent(order: .asReady) }
    _ = engine.send(.child(.noteTwice("1", "2")))
    _ = engine.send(.child(.note("3")))
    while engine.withState({ $0.log }) != ["1"] { _ = try workers.step() }
    workers.backend.welcome = .refused
    workers.crash()
    try expectingReport { try workers.settle() }
    #expect(engine.withState { $0.log } == ["1", "2", "3"])
    #expect(engine.withState { $0.child?.log } == ["1", "2", "3"])
    engine.stop()
  }

  @Test("keeps no other child from its trial, when it is given up on its own")
  func givenUpOnTrial() throws {
    let engine = makeEngine()
    _ = engine.send(.child(.note("1")))
    workers.crash(.died)
    workers.backend.welcome = .refused
    // The second death puts the action on trial, at a worker that cannot host the child.
    workers.crash(.died)
    try expectingReport { try workers.settle() }
    #expect(engine.withState { $0.log } == ["1"])
    workers.backend.welcome = .hosted
    _ = engine.send(.other(.note("2")))
    workers.crash(.died)
    workers.crash(.died)
    try workers.settle()
    #expect(engine.withState { $0.other.log } == ["2"])
    engine.stop()
  }

  @Test("keeps no other child from its trial, when it is given up while it waits for a worker")
  func givenUpUnplaced() throws {
    workers.backend.welcome = .unplaced
    let engine = makeEngine()
    _ = engine.send(.child(.note("1")))
    _ = engine.send(.other(.note("2")))
    let lanes = engine.withState { _ in
      engine.desk.lanes.values.sorted { $0.id.rawValue < $1.id.rawValue }
    }
    try #require(lanes.count == 2)
    try expectingReport {
      engine.commit {
        engine.desk.requestTrial(of: lanes[0])
        engine.desk.requestTrial(of: lanes[1])
        engine.desk.giveUp(lanes[0])
      }
    }
    #expect(engine.withState { _ in engine.desk.trials.lane } == lanes[1].id)
    #expect(engine.withState { $0.log } == ["1"])
    engine.stop()
  }

  @Test("lets go of those who wait for effects that never start, where it is never hosted")
  func effectsThatNeverStart() async throws {
    workers.backend.welcome = .unplaced
    let engine = makeEngine(nil) { Parent(onCrash: .drop) }
    // That the parent reduces first is reported, which is another matter.
    let sent = try #require(withIssueReporters([]) { engine.send(.child(.wait)) })
    #expect(engine.withState { $0.child } == Child.State())
    workers.backend.giveUpWaiting()
    await engine.finish(sent)
    engine.stop()
  }

  @Test("is told of the effects that it lost, where no worker can host it again")
  func toldByRefused() async throws {
    let engine = makeEngine { Parent(interrupted: .note("lost"), onCrash: .drop) }
    let sent = try #require(engine.send(.child(.wait)))
    try workers.settle()
    workers.backend.welcome = .refused
    workers.crash()
    // No worker reduces that action either.
    try expectingReport { try workers.settle() }
    await engine.finish(sent)
    engine.stop()
  }

  @Test("lets go of those who wait for its actions when the store stops")
  func stopped() async {
    workers.backend.welcome = .unplaced
    let engine = makeEngine { Parent(order: .asReady) }
    let sender = Task { _ = await engine.sendAndCommit(.child(.note("1"))) }
    while workers.backend.waitingLanes.isEmpty { await Task.yield() }
    engine.stop()
    await sender.value
  }

  @Test(
    "is reduced in this process where a reducer before it stops the store, and perhaps changes it",
    arguments: [false, true])
  func stoppedByItsParent(edits: Bool) throws {
    let stopper = Stopper()
    let engine = makeEngine { Parent(stopStore: { stopper.stop() }, editsBefore: edits) }
    stopper.stop = { [unowned engine] in engine.stop() }
    _ = engine.send(.other(.stopStore))
    try workers.settle()
    #expect(engine.withState { $0.other.log } == (edits ? ["edit", "stop"] : ["stop"]))
    stopper.stop = {}
  }

  @Test("runs no effect that was cancelled before a worker had it")
  func cancelledBefore() throws {
    workers.backend.welcome = .unplaced
    let engine = makeEngine(nil) { Parent(onCrash: .drop) }
    // That the parent reduces first is reported, which is another matter.
    let sent = try #require(withIssueReporters([]) { engine.send(.child(.wait)) })
    engine.cancel(sent)
    workers.backend.welcome = .hosted
    while workers.backend.placeNext() {}
    try workers.settle()
    #expect(engine.isFinished(sent))
    engine.stop()
  }

  /// Stops a store that is made later.
  private final class Stopper: @unchecked Sendable {
    // One thread has a simulation.
    var stop: () -> Void = {}
  }
}
