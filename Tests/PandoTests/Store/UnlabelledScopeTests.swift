import Pando
import Testing

@Suite("Names without labels")
struct UnlabelledScopeTests {
  @Test("scope a store to a child, an optional child and a presented one")
  func store() {
    let store = Store(initialState: Trunk.State()) { Trunk() }
    store.scope(\.always, action: \.always).send(.tapped)
    #expect(store.state.always.taps == 1)
    #expect(store.scope(\.maybe, action: \.maybe) == nil)
    store.send(.grow)
    store.scope(\.maybe, action: \.maybe)?.send(.tapped)
    store.scope(\.presented, action: \.presented)?.send(.tapped)
    #expect(store.state.maybe?.taps == 1)
    #expect(store.state.presented?.taps == 1)
  }

  @Test("scope a store to rows, and to the elements of a stack")
  func rows() throws {
    let store = Store(initialState: Copse.State()) { Copse() }
    try #require(store.scope(\.rows, action: \.rows)[id: 2]).send(.tapped)
    try #require(store.scope(\.path, action: \.path).first).send(.tapped)
    #expect(store.scope(\.rows, action: \.rows).map { $0.state.twig.taps } == [0, 1])
    #expect(store.scope(\.path, action: \.path).map { $0.state.taps } == [1])
  }

  @Test("a change runs a closure with the old value and the state, and its effect")
  func onChange() async {
    let store = Store(initialState: Trunk.State()) { Trunk() }
    await store.send(.always(.tapped)).finish()
    #expect(store.state.log == ["0 -> 1", "told"])
  }
}

@Reducer
private struct Twig {
  struct State: Equatable { var taps = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer
private struct Trunk {
  struct State: Equatable {
    var always = Twig.State()
    var maybe: Twig.State?
    @Presents var presented: Twig.State?
    var log: [String] = []
  }
  enum Action {
    case always(Twig.Action)
    case grow, told
    case maybe(Twig.Action)
    case presented(PresentationAction<Twig.Action>)
  }
  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.always, action: \.always) { Twig() }
      Reduce { state, action in
        switch action {
        case .grow:
          state.maybe = Twig.State()
          state.presented = Twig.State()
        case .told: state.log.append("told")
        default: break
        }
        return .none
      }
    }
    .onChange(of: \.always.taps) { oldValue, state in
      state.log.append("\(oldValue) -> \(state.always.taps)")
      return .send(.told)
    }
    .ifLet(\.maybe, action: \.maybe) { Twig() }
    .ifLet(\.$presented, action: \.presented) { Twig() }
  }
}

@Reducer
private struct Copse {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
    var path = StackState([Twig.State()])
  }
  enum Action {
    case rows(IdentifiedActionOf<Row>)
    case path(StackActionOf<Twig>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path) { Twig() }
  }

  @Reducer
  struct Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var twig = Twig.State()
    }
    typealias Action = Twig.Action
    var body: some ReducerOf<Self> {
      Scope(\.twig, action: \.self) { Twig() }
    }
  }
}
