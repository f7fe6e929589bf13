import Pando
import Testing

@Suite("Sending and reading from inside", .timeLimit(.minutes(1)))
struct ReentranceTests {
  @Reducer
  struct Leaf {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case up, call }

    /// Set by a test; called by the reducer.
    @Dependency(\.calling) var calling

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .call: calling()
        }
        return .none
      }
    }
  }

  @Reducer
  struct Root {
    struct State: Equatable, Sendable {
      var leaf = Leaf.State()
      var count = 0
    }
    enum Action: Sendable { case leaf(Leaf.Action), up, call }

    @Dependency(\.calling) var calling

    var body: some ReducerOf<Self> {
      Scope(state: \.leaf, action: \.leaf) { Leaf().hosted() }
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .call: calling()
        case .leaf: break
        }
        return .none
      }
    }
  }

  private final class Callee: Sendable {
    nonisolated(unsafe) var body: @Sendable () -> Void = {}
  }

  private let callee = Callee()

  private func makeStore() -> StoreOf<Root> {
    Store(initialState: Root.State()) {
      Root()
    } withDependencies: { [callee] in
      $0.calling = { callee.body() }
    }
  }

  @Test("what is sent while the state is read commits when the reading is over")
  func sendWhileReading() {
    let store = makeStore()
    let seen = store.withState { state in
      store.send(.up)
      return state.count
    }
    #expect(seen == 0)
    #expect(store.state.count == 1)
  }

  @Test("what a hosted reducer sends to its own store is not lost")
  func sendFromHosted() async {
    let store = makeStore()
    callee.body = { store.send(.leaf(.up)) }
    await store.send(.leaf(.call)).finish()
    await store.send(.leaf(.up)).finish()
    #expect(store.state.leaf.count == 2)
  }

  @Test("a reducer that reads its own store is told to read its parameter")
  func readInReducer() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let callee = Callee()
      let store = Store(initialState: Root.State()) {
        Root()
      } withDependencies: {
        $0.calling = { callee.body() }
      }
      callee.body = { _ = store.state }
      store.send(.call)
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("read inside one of its own reducers"))
  }
}

private enum CallingKey: DependencyKey {
  static var liveValue: @Sendable () -> Void { {} }
  static var testValue: @Sendable () -> Void { {} }
}

extension DependencyValues {
  fileprivate var calling: @Sendable () -> Void {
    get { self[CallingKey.self] }
    set { self[CallingKey.self] = newValue }
  }
}
