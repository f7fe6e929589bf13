import IssueReporting
import Pando
import PandoSimulation
import SimulationPrograms
import Testing

@Suite(
  "A child that holds a shared value, and that its parent exchanges while it has an action",
  .timeLimit(.minutes(15)))
struct ExchangedSharedTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      @Shared var total: Int
      var log: [Int] = []
    }

    enum Action: Codable, Sendable {
      case look
      /// Is for the child that takes the place of this one meanwhile.
      case lookElsewhere
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.log.append(state.total)
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var child: Child.State?
      var aside: Child.State?

      init(_ total: Shared<Int>) {
        child = Child.State(id: 1, total: total)
      }
    }

    enum Action: Sendable { case child(Child.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .child(.lookElsewhere) = action, let child = state.child else { return .none }
        child.$total.withLock { $0 += 1 }
        state.aside = child
        state.child = Child.State(id: 2, total: child.$total)
        return .none
      }
      EmptyReducer().ifLet(\.child, action: \.child) { Child().hosted() }
      Reduce { state, _ in
        if let aside = state.aside.take() { state.child = aside }
        return .none
      }
    }
  }

  @Test("has its worker told of the value that changed meanwhile", arguments: [false, true])
  func told(isHosted: Bool) throws {
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(count: 1, seed: 1, executor: executor)
    var dependencies = DependencyValues()
    dependencies.hosting = isHosted ? workers.hosting : .direct
    let total = Shared(value: 5)
    let engine = StoreEngine(
      initialState: { Parent.State(total) }, reducer: { Parent() }, dependencies: dependencies,
      executor: executor)
    // That a parent runs first and changes the child is another matter.
    try withIssueReporters([]) {
      for action in [Child.Action.look, .lookElsewhere, .look, .lookElsewhere, .look] {
        _ = engine.send(.child(action))
        try workers.settle()
      }
    }
    #expect(engine.withState { $0.child?.log } == [5, 6, 7])
    #expect(total.wrappedValue == 7)
    engine.stop()
  }
}
