import Pando
import Testing

@Suite("Observing a hosted child that no worker can host")
struct GivenUpObservationTests {
  @Reducer
  struct Branch {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var fragile = GivenUpTests.Fragile()
      var leaf: Counter.State? = Counter.State()
    }
    enum Action: Codable, Sendable { case breakIt, leaf(Counter.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .breakIt = action { state.fragile.number = 3 }
        return .none
      }
      .ifLet(\.leaf, action: \.leaf) { Counter() }
    }
  }

  @Reducer
  struct Trunk {
    @ObservableState
    struct State: Equatable, Sendable {
      var branch: Branch.State? = Branch.State()
    }
    enum Action: Sendable { case branch(Branch.Action) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.branch, action: \.branch) {
        Branch().hosted(onCrash: .inProcess)
      }
    }
  }

  @Test("its own children tell, also when they replace themselves")
  func children() async {
    let store = Store(initialState: Trunk.State()) { Trunk() }
    await withKnownIssue {
      await store.send(.branch(.breakIt)).finish()
    } matching: {
      "\($0)".contains("cannot host")
    }
    let count = Watch { store.branch?.leaf?.count }
    let name = Watch { store.branch?.leaf?.name }
    await store.send(.branch(.leaf(.add(1)))).finish()
    #expect([count, name].map { $0.takeCount() } == [1, 0])
    await store.send(.branch(.leaf(.replace(Counter.State(count: 7))))).finish()
    #expect(count.takeCount() == 1)
    #expect(store.branch?.leaf?.count == 7)
    await store.send(.branch(.leaf(.add(1)))).finish()
    #expect(count.takeCount() == 1)
  }
}
