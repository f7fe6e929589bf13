import Pando
import Synchronization
import Testing

@Suite("Sending and reading from inside", .timeLimit(.minutes(15)))
struct ReentranceTests {
  @Reducer
  struct Leaf {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable {
      case up, call
      /// Has an effect send `call`.
      case begin
    }

    /// Set by a test; called by the reducer.
    @Dependency(\.calling) var calling

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .call: calling()
        case .begin: return .run { await $0(.call) }
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
    enum Action: Sendable { case leaf(Leaf.Action), up, call, begin }

    @Dependency(\.calling) var calling

    var body: some ReducerOf<Self> {
      Scope(state: \.leaf, action: \.leaf) { Leaf().hosted() }
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .call: calling()
        case .begin: return .run { await $0(.call) }
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

  @Test("what a hosted reducer sends is not lost where an effect has sent its action")
  func sendFromHostedByEffect() async {
    let store = makeStore()
    callee.body = { store.send(.leaf(.up)) }
    await store.send(.leaf(.begin)).finish()
    await store.send(.leaf(.up)).finish()
    #expect(store.state.leaf.count == 2)
  }

  /// The holder of a store that others use too.
  private final class Holder: Sendable {
    let store = Mutex<StoreOf<Root>?>(nil)

    /// Lets go of the store, outside of the lock.
    func letGo() { _ = store.withLock { $0.take() } }
  }

  @Test("a store that a reducer of its own lets go of stops behind it", arguments: [true, false])
  func letGoOfInReducer(isHosted: Bool) async {
    let holder = Holder()
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    callee.body = {
      holder.letGo()
      called.yield()
    }
    holder.store.withLock { $0 = makeStore() }
    // By an effect, which keeps no store.
    let begin = isHosted ? Root.Action.leaf(.begin) : .begin
    _ = holder.store.withLock { $0 }?.send(begin)
    for await _ in calls { break }
    #expect(holder.store.withLock { $0 == nil })
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
