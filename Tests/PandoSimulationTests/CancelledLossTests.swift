import PandoHosting
import PandoSimulation
import SimulationPrograms
import Synchronization
import Testing

@testable import Pando

/// A cancelled action takes along what its child has started in place of effects that ended with their worker.
@Suite("An action whose effects ended with their worker", .timeLimit(.minutes(15)))
struct CancelledLossTests {
  /// The effects that were begun, and those that run.
  private final class Counts: Sendable {
    let begun = Mutex(0)
    let running = Mutex(0)

    func run() async {
      begun.withLock { $0 += 1 }
      running.withLock { $0 += 1 }
      try? await Task.sleep(for: .seconds(1_000_000))
      running.withLock { $0 -= 1 }
    }
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Equatable, Sendable { case watch, mounted, again }

    var run: @Sendable () async -> Void = {}
    var mounts = false

    var body: some ReducerOf<Self> {
      let reducer = Reduce<State, Action> { [run] state, _ in
        state.count += 1
        return .run { _ in await run() }
      }
      if mounts { reducer.onMount(\.mounted) } else { reducer }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action) }

    var run: @Sendable () async -> Void
    var mounts = false

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        Child(run: run, mounts: mounts).hosted(interrupted: mounts ? nil : .again)
      }
    }
  }

  private typealias Engine = StoreEngine<Parent.State, Parent.Action>

  private let executor = SimulatedExecutor()
  private let workers: SteppedWorkers
  private let counts = Counts()

  init() {
    workers = SteppedWorkers(count: 1, seed: 1, executor: executor)
  }

  private func makeEngine(mounts: Bool = false) -> Engine {
    var dependencies = DependencyValues()
    dependencies.hosting = workers.hosting
    let engine = Engine(
      initialState: { Parent.State() },
      reducer: { [counts] in Parent(run: { await counts.run() }, mounts: mounts) },
      dependencies: dependencies, executor: executor)
    engine.mountFirst()
    return engine
  }

  /// Lets everything happen until so many effects run and so many were begun; sleeps end on a thread of their own.
  private func expect(running: Int, begun: Int) async throws {
    func isThere() -> Bool {
      counts.running.withLock { $0 } == running && counts.begun.withLock { $0 } == begun
    }
    for _ in 0..<5_000 {
      executor.runAll()
      try workers.settle()
      if isThere() { break }
      try await Task.sleep(for: .milliseconds(1))
    }
    executor.runAll()
    try workers.settle()
    #expect(isThere())
  }

  @Test("ends with what was started in their place")
  func cancelledBehind() async throws {
    let engine = makeEngine()
    let sent = try #require(engine.send(.child(.watch)))
    try await expect(running: 1, begun: 1)
    workers.crash(.died)
    try await expect(running: 1, begun: 2)
    #expect(!engine.isFinished(sent))
    engine.cancel(sent)
    try await expect(running: 0, begun: 2)
    #expect(engine.isFinished(sent))
    engine.stop()
  }

  @Test("starts nothing in their place where they were cancelled before")
  func cancelledBefore() async throws {
    let engine = makeEngine()
    let sent = try #require(engine.send(.child(.watch)))
    try await expect(running: 1, begun: 1)
    engine.cancel(sent)
    workers.crash(.died)
    try await expect(running: 0, begun: 1)
    #expect(engine.isFinished(sent))
    #expect(engine.withState { $0.child.count } == 1)
    engine.stop()
  }

  @Test("ends alone where what was started is in the place of another's as well")
  func cancelledBesideAnother() async throws {
    let engine = makeEngine()
    let sent = try #require(engine.send(.child(.watch)))
    let other = try #require(engine.send(.child(.watch)))
    try await expect(running: 2, begun: 2)
    workers.crash(.died)
    try await expect(running: 1, begun: 3)
    engine.cancel(sent)
    engine.cancel(sent)
    try workers.settle()
    #expect(engine.isFinished(sent))
    #expect(!engine.isFinished(other))
    try await expect(running: 1, begun: 3)
    engine.cancel(other)
    try await expect(running: 0, begun: 3)
    #expect(engine.isFinished(other))
    engine.stop()
  }

  @Test("ends, and what mounts its child goes on")
  func cancelledBesideMount() async throws {
    let engine = makeEngine(mounts: true)
    let sent = try #require(engine.send(.child(.watch)))
    try await expect(running: 2, begun: 2)
    workers.crash(.died)
    try await expect(running: 1, begun: 3)
    #expect(!engine.isFinished(sent))
    engine.cancel(sent)
    try workers.settle()
    #expect(engine.isFinished(sent))
    try await expect(running: 1, begun: 3)
    engine.stop()
    executor.runAll()
  }
}
