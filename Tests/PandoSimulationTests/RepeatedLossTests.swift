import Pando
import PandoSimulation
import Testing

@Suite("Workers that go one after the other")
struct RepeatedLossTests {
  @Reducer
  struct Tally {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child = Tally.State() }
    enum Action: Sendable { case child(Tally.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Tally().hosted() }
    }
  }

  private func makeStore(_ cluster: SimulatedCluster) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.hosting = Hosting { cluster }
    }
  }

  @Test("three in a row under one action are noticed once, with the action")
  func noticesOneAction() throws {
    let cluster = SimulatedCluster(count: 1, seed: 1, executor: SimulatedExecutor())
    let store = makeStore(cluster)
    store.send(.child(.up))
    cluster.crash()
    cluster.crash()
    #expect(cluster.notices.isEmpty)
    cluster.crash()
    cluster.crash()
    #expect(cluster.notices.count == 1)
    #expect(cluster.notices.first?.contains("Tally reduced the same action") == true)
    #expect(cluster.notices.first?.contains("Action.child") == true)
    try cluster.settle()
    #expect(store.state.child.count == 1)
  }

  @Test("losses under different actions, or under none, are not")
  func forgivesOthers() throws {
    let cluster = SimulatedCluster(count: 1, seed: 1, executor: SimulatedExecutor())
    let store = makeStore(cluster)
    for _ in 0..<5 {
      store.send(.child(.up))
      cluster.crash()
      try cluster.settle()
      cluster.crash()
    }
    #expect(cluster.notices.isEmpty)
    #expect(store.state.child.count == 5)
  }
}
