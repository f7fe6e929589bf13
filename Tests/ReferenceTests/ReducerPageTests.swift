import Pando
import Testing

/// The samples of the page on the protocol, in their order.
@Suite("Page: Reducer protocol")
struct ReducerPageTests {
  @Reducer
  struct Counter {
    struct State: Equatable {
      var count = 0
    }

    enum Action {
      case incrementButtonTapped
      case decrementButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += 1
          return .none

        case .decrementButtonTapped:
          state.count -= 1
          return .none
        }
      }
    }
  }

  @Test("Usage: a feature conforms by its body")
  func usage() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    store.send(.decrementButtonTapped)
    #expect(store.state == Counter.State(count: 1))
  }

  @Test("Methods: a feature conforms by reduce(into:action:), and its body is Never")
  func method() {
    struct Doubler: Reducer {
      func reduce(into state: inout Int, action: Void) -> Effect<Void> {
        state *= 2
        return .none
      }
    }
    let store = Store(initialState: 4) { Doubler() }
    store.send(())
    #expect(store.state == 8)
    #expect(Doubler.Body.self == Never.self)
  }

  @Test("Composing reducers: a child, what it changes printed, and a second reducer behind")
  func composingReducers() {
    let store = Store(initialState: Composed.State(child: 1)) { Composed() }
    store.send(.child(4))
    #expect(store.state == Composed.State(child: 5, events: 1))
  }
}
