import IssueReporting
import PandoSimulation
import SimulationPrograms
import Testing

@testable import Pando

@Suite("A parent that runs first and puts another child in place", .timeLimit(.minutes(15)))
struct SwappedChildTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var count = 0
      var heard = 0
    }

    enum Action: Codable, Sendable { case up, heard }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.count += 1
          return .run { await $0(.heard) }
        case .heard:
          state.heard += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable { var child: Child.State? }
    enum Action: Sendable { case child(Child.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .child(.up) = action { state.child = Child.State(id: (state.child?.id ?? 0) + 1) }
        return .none
      }
      EmptyReducer().ifLet(\.child, action: \.child) { Child().hosted() }
    }
  }

  private func makeEngine(
    _ child: Child.State?, _ hosting: Hosting, _ executor: SimulatedExecutor
  ) -> StoreEngine<Parent.State, Parent.Action> {
    var dependencies = DependencyValues()
    dependencies.hosting = hosting
    return StoreEngine(
      initialState: { Parent.State(child: child) }, reducer: { Parent() },
      dependencies: dependencies, executor: executor)
  }

  /// Returns the result of the same actions in one process.
  private func reference(_ child: Child.State?, _ count: Int) -> Parent.State {
    let executor = SimulatedExecutor()
    let engine = makeEngine(child, .direct, executor)
    for _ in 0..<count {
      _ = engine.send(.child(.up))
      executor.runAll()
    }
    return engine.withState { $0 }
  }

  @Test("gives the in-process answer", arguments: 1..<4, [true, false])
  func answer(count: Int, isThere: Bool) throws {
    let child = isThere ? Child.State(id: 7) : nil
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(count: 2, seed: 1, executor: executor)
    let engine = makeEngine(child, workers.hosting, executor)
    try ignoringOrder {
      for _ in 0..<count {
        _ = engine.send(.child(.up))
        try workers.settle()
      }
    }
    #expect(engine.withState { $0 } == reference(child, count))
  }

  @Test("gives it also while no worker has the new child", arguments: [true, false])
  func late(isThere: Bool) throws {
    let child = isThere ? Child.State(id: 7) : nil
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(count: 2, seed: 1, executor: executor)
    workers.backend.welcome = .unplaced
    let engine = makeEngine(child, workers.hosting, executor)
    try ignoringOrder {
      for _ in 0..<3 {
        let sent = engine.send(.child(.up))
        while try workers.step() || executor.runAll() || workers.backend.placeNext() {}
        #expect(sent.map(engine.isFinished) == true)
      }
    }
    #expect(engine.withState { $0 } == reference(child, 3))
  }

  /// The parent's place in the body is reported, which is another matter.
  private func ignoringOrder(_ body: () throws -> Void) throws {
    try withIssueReporters([], operation: body)
  }
}
