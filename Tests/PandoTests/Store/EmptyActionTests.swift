import Pando
import Testing

/// On the wire, no bytes where an action belongs mean that a hosted child dismisses itself.
@Suite("An action that holds nothing")
struct EmptyActionTests {
  @Reducer
  struct Ticker {
    struct State: Codable, Equatable, Sendable {
      var ticks = 0
    }

    @WireCoded
    struct Action: Codable, Equatable, Sendable {}

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.ticks += 1
        return state.ticks == 1 ? .run { await $0(Action()) } : .none
      }
    }
  }

  @Reducer
  struct Wall {
    struct State: Sendable {
      @Presents var ticker: Ticker.State? = Ticker.State()
    }

    enum Action: Sendable {
      case ticker(PresentationAction<Ticker.Action>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$ticker, action: \.ticker) { Ticker().hosted() }
    }
  }

  @Test("is sent by a hosted child's effect like any other, and dismisses nothing")
  func isAnAction() async {
    let store = Store(initialState: Wall.State()) {
      Wall()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    await store.send(.ticker(.presented(Ticker.Action()))).finish()
    #expect(store.state.ticker?.ticks == 2)
  }
}
