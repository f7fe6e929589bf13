import Pando
import Testing

@Suite("ifLet with PresentationAction")
struct PresentationTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 1
      var name = ""
    }

    enum Action: Codable, Sendable { case named(String), endless, closeButtonTapped }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .named(let name):
          state.name = name
          return .none
        case .endless:
          return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
        case .closeButtonTapped:
          return .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  struct Alert: EphemeralState, Equatable {
    enum Action: Sendable { case confirm }
    var title = ""
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      @Presents var child: Child.State?
      @PresentationState var alert: Alert?
      var seen: [String] = []
    }

    enum Action: Sendable {
      case child(PresentationAction<Child.Action>)
      case alert(PresentationAction<Alert.Action>)
      case open, askUser, keepOnDismissal
    }

    let isHosted: Bool
    var reopens = false

    var body: some ReducerOf<Self> {
      Reduce { [reopens] state, action in
        switch action {
        case .open: state.child = Child.State()
        case .askUser: state.alert = Alert(title: "Sure?")
        case .child(.dismiss):
          state.seen.append("dismissed \(state.child?.name ?? "nothing")")
          if reopens { state.child = Child.State(id: 2) }
        case .child(.presented(.named)): state.seen.append("named \(state.child?.name ?? "?")")
        case .alert(.presented(.confirm)):
          state.seen.append("confirmed \(state.alert?.title ?? "?")")
        case .alert(.dismiss): state.seen.append("refused \(state.alert?.title ?? "?")")
        case .child, .keepOnDismissal: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) {
        if isHosted { Child().hosted() } else { Child() }
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  private func makeStore(isHosted: Bool = false, reopens: Bool = false) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) { Parent(isHosted: isHosted, reopens: reopens) }
  }

  @Test("an action runs the child first, the parent second", arguments: [false, true])
  func childFirst(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.open)
    await store.send(.child(.presented(.named("Blob")))).finish()
    #expect(store.state.seen == ["named Blob"])
    #expect(store.state.child?.name == "Blob")
  }

  @Test("a dismissal shows the parent the child once more, then ends it", arguments: [false, true])
  func dismissal(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.open)
    await store.send(.child(.presented(.named("Blob")))).finish()
    let endless = store.send(.child(.presented(.endless)))
    await store.send(.child(.dismiss)).finish()
    // Returns only once the endless effect has ended.
    await endless.finish()
    #expect(store.state.seen == ["named Blob", "dismissed Blob"])
    #expect(store.state.child == nil)
  }

  @Test("what the parent presents in answer to a dismissal stays")
  func replacement() {
    let store = makeStore(reopens: true)
    store.send(.open)
    store.send(.child(.dismiss))
    #expect(store.state.child == Child.State(id: 2))
  }

  @Test("a feature dismisses itself", arguments: [false, true])
  func selfDismissal(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.open)
    await store.send(.child(.presented(.closeButtonTapped))).finish()
    #expect(store.state.child == nil)
    #expect(store.state.seen == ["dismissed "])
  }

  @Reducer
  struct Unpresented {
    struct State: Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action) }
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        if isHosted { Child().hosted() } else { Child() }
      }
    }
  }

  @Test("a feature that nothing presents cannot be dismissed", arguments: [false, true])
  func unpresented(isHosted: Bool) async {
    let store = Store(initialState: Unpresented.State()) { Unpresented(isHosted: isHosted) }
    await withKnownIssue {
      await store.send(.child(.closeButtonTapped)).finish()
    } matching: { issue in
      "\(issue)".contains("A feature asked to be dismissed")
    }
  }

  @Test("an alert is gone after the parent has seen its action, or its dismissal")
  func ephemeral() {
    let store = makeStore()
    store.send(.askUser)
    store.send(.alert(.presented(.confirm)))
    #expect(store.state.alert == nil)
    store.send(.askUser)
    store.send(.alert(.dismiss))
    #expect(store.state.alert == nil)
    #expect(store.state.seen == ["confirmed Sure?", "refused Sure?"])
  }

  @Test("actions and dismissals of what is absent are reported in the field's words")
  func warnings() {
    let store = makeStore()
    withKnownIssue {
      _ = store.send(.child(.presented(.named("Blob"))))
    } matching: { issue in
      "\(issue)".contains("received a presentation action when destination state was absent.")
    }
    withKnownIssue {
      _ = store.send(.child(.dismiss))
    } matching: { issue in
      "\(issue)".contains("received a dismissal action when destination state was already absent.")
    }
  }

  @Reducer
  struct Nested {
    struct State: Equatable, Sendable {
      @Presents var nested: Nested.State?
      var count = 0
    }

    enum Action: Sendable {
      case up, push
      indirect case nested(PresentationAction<Nested.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .push: state.nested = Nested.State()
        case .nested: break
        }
        return .none
      }
      .ifLet(\.$nested, action: \.nested) { Nested() }
    }
  }

  @Test("a feature presents itself, to any depth")
  func recursion() {
    let store = Store(initialState: Nested.State()) { Nested() }
    store.send(.push)
    store.send(.nested(.presented(.push)))
    store.send(.nested(.presented(.nested(.presented(.up)))))
    #expect(store.state.nested?.nested?.count == 1)
    store.send(.nested(.presented(.nested(.dismiss))))
    #expect(store.state.nested != nil)
    #expect(store.state.nested?.nested == nil)
  }
}
