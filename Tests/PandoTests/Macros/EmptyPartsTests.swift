import Pando
import PandoTesting
import Testing

@Suite("What a @Reducer leaves out", .timeLimit(.minutes(15)))
struct EmptyPartsTests {
  @Test("is empty: a state without fields, an action without cases, a body that does nothing")
  func nothing() {
    let store = Store(initialState: Bare.State()) { Bare() }
    #expect(store.state == Bare.State())
    let actions: [Bare.Action] = []
    #expect(actions.isEmpty)
  }

  @Test("is a state where only actions and a body are there")
  func withoutState() async {
    let store = TestStore(initialState: Button.State()) { Button() }
    await store.send(.tapped)
    await store.receive(\.told)
  }

  @Test("is an action and a body where only a state is there")
  func withoutAction() {
    let store = Store(initialState: Label.State()) { Label() }
    #expect(store.text == "Aspen")
  }

  @Test("is a body where state and actions are there")
  func withoutBody() {
    let store = Store(initialState: Inert.State()) { Inert() }
    store.send(.tapped)
    #expect(store.state == Inert.State())
  }

  @Test("is nothing that an extension declares, or a parameter of the type")
  func elsewhere() {
    let store = Store(initialState: Elsewhere.State()) { Elsewhere() }
    store.send(.tapped)
    #expect(store.state.count == 1)
    let reducing = Store(initialState: Reducing.State()) { Reducing() }
    reducing.send(.tapped)
    #expect(reducing.state.count == 2)
    var pair = 1
    _ = Parameters<Int, String>().reduce(into: &pair, action: "any")
    _ = Inferred().reduce(into: &pair, action: "any")
    #expect(pair == 3)
    for action in [Elsewhere.Action.tapped] {
      var state = Elsewhere.State()
      _ = Named().reduce(into: &state, action: action)
      _ = NamedByFeature().reduce(into: &state, action: action)
      _ = NamedByType(body: Elsewhere()).reduce(into: &state, action: action)
      #expect(state.count == 3)
    }
  }

  @Test("can be presented, and hosted", arguments: [false, true])
  func hosted(isHosted: Bool) async {
    let store = Store(initialState: Wall.State()) { Wall(isHosted: isHosted) }
    await store.send(.button(.presented(.tapped))).finish()
    #expect(store.log == ["told"])
    await store.send(.bare(.dismiss)).finish()
    #expect(store.bare == nil)
    await store.send(.button(.dismiss)).finish()
    #expect(store.button == nil)
  }
}

@Reducer
private struct Bare {}

@Reducer
private struct Button {
  enum Action: Codable { case tapped, told }
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .tapped: .send(.told)
      case .told: .none
      }
    }
  }
}

@Reducer
private struct Label {
  @ObservableState
  struct State { var text = "Aspen" }
}

@Reducer
private struct Inert {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }
}

@Reducer
private struct Elsewhere {}

extension Elsewhere {
  struct State { var count = 0 }
  @CasePathable
  enum Action { case tapped }
  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Reducing {
  struct State { var count = 0 }
  enum Action { case tapped }
}

extension Reducing {
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 2
    return .none
  }
}

@Reducer
private struct Parameters<State, Action> {}

@Reducer
private struct Inferred {
  func reduce(into state: inout Int, action: String) -> Effect<String> {
    state += 2
    return .none
  }
}

@Reducer
private struct Named {
  var body: some Reducer<Elsewhere.State, Elsewhere.Action> { Elsewhere() }
}

@Reducer
private struct NamedByFeature {
  var body: some ReducerOf<Elsewhere> { Elsewhere() }
}

@Reducer
private struct NamedByType {
  let body: Elsewhere
}

@Reducer
private struct Wall {
  let isHosted: Bool

  @ObservableState
  struct State {
    @Presents var bare: Bare.State? = Bare.State()
    @Presents var button: Button.State? = Button.State()
    var log: [String] = []
  }

  enum Action {
    case bare(PresentationAction<Bare.Action>)
    case button(PresentationAction<Button.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .button(.presented(.told)) = action { state.log.append("told") }
      return .none
    }
    .ifLet(\.$bare, action: \.bare) { if isHosted { Bare().hosted() } else { Bare() } }
    .ifLet(\.$button, action: \.button) { if isHosted { Button().hosted() } else { Button() } }
  }
}
