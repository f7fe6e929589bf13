import Pando
import Testing

@Suite("@ViewAction(for:)")
struct ViewActionTests {
  @Reducer
  struct Counter {
    struct State: Equatable, Sendable { var count = 0 }

    enum Action: Sendable, ViewAction {
      case view(View)
      case set(Int)

      enum View: Sendable { case upButtonTapped, add(Int) }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .view(.upButtonTapped): return .send(.set(state.count + 1))
        case .view(.add(let count)): state.count += count
        case .set(let count): state.count = count
        }
        return .none
      }
    }
  }

  @ViewAction(for: Counter.self)
  struct Screen {
    let store: StoreOf<Counter>

    func tap() async {
      await send(.upButtonTapped).finish()
      send(.add(10))
    }
  }

  @ViewAction(for: Counter.self)
  final class Controller {
    let store: StoreOf<Counter>
    init(store: StoreOf<Counter>) { self.store = store }
  }

  @Test("a screen sends the actions of the user interface alone")
  func sending() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    await Screen(store: store).tap()
    #expect(store.state.count == 11)
    Controller(store: store).send(.add(1))
    #expect(store.state.count == 12)
  }
}
