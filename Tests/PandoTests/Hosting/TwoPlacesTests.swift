import Pando
import Testing

@Suite("A feature that is hosted at two places")
struct TwoPlacesTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 0
      var total = 0
    }

    enum Action: Codable, Sendable { case add }

    var step = 1

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.total += step
        return .none
      }
    }
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

  @Test("is at each what it was made as, in this process")
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
