import Pando
import Testing

@Suite("The tree of a hosted feature")
struct SharedTreeTests {
  final class Builds: @unchecked Sendable {
    // The store's lock is held where bodies are evaluated.
    var count = 0
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 0
      var total = 0
    }

    enum Action: Codable, Sendable { case add }

    var step = 1
    var builds = Builds()

    var body: some ReducerOf<Self> {
      let _ = builds.count += 1
      Reduce { state, _ in
        state.total += step
        return .none
      }
    }
  }

  @Reducer
  struct Rows {
    struct State: Sendable { var rows: IdentifiedArrayOf<Child.State> }

    enum Action: Sendable { case rows(IdentifiedActionOf<Child>) }

    let builds: Builds

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Child(builds: builds).hosted() }
    }
  }

  @Test("is made once for all its lanes")
  func isShared() async {
    let builds = Builds()
    let rows = IdentifiedArray(uniqueElements: (0..<100).map { Child.State(id: $0) })
    let store = Store(initialState: Rows.State(rows: rows)) {
      Rows(builds: builds)
    } withDependencies: {
      $0.hosting = .inProcess
    }
    let before = builds.count
    for id in 0..<100 { await store.send(.rows(.element(id: id, action: .add))).finish() }
    #expect(store.state.rows.allSatisfy { $0.total == 1 })
    #expect(builds.count - before == 1)
    await store.stop()
  }

  @Reducer
  struct Pair {
    struct State: Sendable {
      var one = Child.State()
      var other = Child.State()
    }

    enum Action: Sendable {
      case one(Child.Action)
      case other(Child.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.one, action: \.one) { Child(step: 1).hosted() }
      Scope(state: \.other, action: \.other) { Child(step: 10).hosted() }
    }
  }

  @Test("is another for each place where a feature is hosted in this process")
  func placesHaveTheirOwn() async {
    let store = Store(initialState: Pair.State()) {
      Pair()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    for _ in 0..<3 {
      await store.send(.one(.add)).finish()
      await store.send(.other(.add)).finish()
    }
    #expect(store.state.one.total == 3)
    #expect(store.state.other.total == 30)
    await store.stop()
  }
}
