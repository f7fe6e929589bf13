import Testing

@testable import Pando

@Suite("Local actions of a store that hosts")
struct LocalBesideHostedTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }

    enum Action: Codable, Sendable { case up, endless }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.count += 1
          return .none
        case .endless:
          return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var child: Child.State? = Child.State()
      var total = 0
    }

    enum Action: Sendable { case child(Child.Action), own, twice, close }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child: break
        case .own: state.total += 1
        case .twice: return .merge(.send(.own), .send(.child(.up)))
        case .close: state.child = nil
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child().hosted() }
    }
  }

  private func makeEngine() -> StoreEngine<Parent.State, Parent.Action> {
    var dependencies = DependencyValues.current
    dependencies.hosting = .inProcess
    return StoreEngine(
      initialState: { Parent.State() }, reducer: { Parent() }, dependencies: dependencies)
  }

  @Test("commit while they are sent, and leave nothing to wait for")
  func atOnce() {
    let engine = makeEngine()
    _ = engine.send(.child(.up))
    #expect(engine.send(.own) == nil)
    #expect(engine.withState { $0 } == Parent.State(child: Child.State(count: 1), total: 1))
  }

  @Test("send what they ask for, to the hosted child too")
  func sends() async {
    let store = Store(engine: makeEngine())
    await store.send(.twice).finish()
    #expect(store.state == Parent.State(child: Child.State(count: 1), total: 1))
  }

  @Test("end the effects of a child that they take away", .timeLimit(.minutes(15)))
  func ends() async {
    let store = Store(engine: makeEngine())
    let endless = store.send(.child(.endless))
    store.send(.close)
    await endless.finish()
    #expect(store.state == Parent.State(child: nil))
  }
}
