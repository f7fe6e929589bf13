import OrderedCollections
import Pando
import Testing

@Suite("Observers of a property that holds a child", .timeLimit(.minutes(15)))
struct PropertyObserverTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 0
      var count = 0
    }

    enum Action: Codable, Sendable { case up, upLater }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.count += 1
          return .none
        case .upLater: return .run { await $0(.up) }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var always = Child.State() { didSet { sets.append("always") } }
      var optional: Child.State? { didSet { sets.append("optional") } }
      var rows: IdentifiedArrayOf<Child.State> = [] { didSet { sets.append("rows") } }
      var path = StackState<Child.State>() { didSet { sets.append("path") } }
      var sets: [String] = []

      /// A property whose getter and setter the parent wrote.
      var computed: Child.State {
        get { always }
        set { always = newValue }
      }

      /// The presented child by way of a property with an observer.
      var box: PresentationState<Child.State> = PresentationState(wrappedValue: nil) {
        didSet { sets.append("box") }
      }
    }

    enum Action: Sendable {
      case always(Child.Action)
      case optional(Child.Action)
      case rows(IdentifiedActionOf<Child>)
      case path(StackActionOf<Child>)
      case computed(Child.Action)
      case box(PresentationAction<Child.Action>)
      case other
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.optional, action: \.optional) { Child().hosted() }
        .ifLet(\.box, action: \.box) { Child().hosted() }
        .forEach(\.rows, action: \.rows) { Child().hosted() }
        .forEach(\.path, action: \.path) { Child().hosted() }
      Scope(state: \.always, action: \.always) { Child().hosted() }
      Scope(state: \.computed, action: \.computed) { Child().hosted() }
    }
  }

  private func makeStore(_ hosting: Hosting) -> StoreOf<Parent> {
    var state = Parent.State()
    state.optional = Child.State()
    state.rows = [Child.State(id: 1), Child.State(id: 2)]
    state.path.append(Child.State())
    state.box.wrappedValue = Child.State()
    state.sets = []
    return Store(initialState: state) {
      Parent()
    } withDependencies: {
      $0.hosting = hosting
    }
  }

  @Test("are called once for each commit of the child", arguments: [true, false])
  func once(isHosted: Bool) async {
    let store = makeStore(isHosted ? .inProcess : .direct)
    let id = store.state.path.ids[0]
    for action in [Child.Action.upLater, .up] {
      await store.send(.optional(action)).finish()
      await store.send(.rows(.element(id: 1, action: action))).finish()
      await store.send(.path(.element(id: id, action: action))).finish()
      await store.send(.always(action)).finish()
      await store.send(.computed(action)).finish()
      await store.send(.box(.presented(action))).finish()
      await store.send(.other).finish()
    }
    // 'upLater' commits twice.
    let expected = ["optional", "rows", "path", "always", "always", "box"].flatMap { [$0, $0] }
    #expect(
      store.state.sets == expected + ["optional", "rows", "path", "always", "always", "box"])
    #expect(store.state.optional?.count == 2 && store.state.rows[id: 1]?.count == 2)
  }

  @Test("are not called by an action for a child that is not there")
  func missing() async {
    let store = Store(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.hosting = .direct
    }
    await withKnownIssue {
      await store.send(.optional(.up)).finish()
      await store.send(.rows(.element(id: 1, action: .up))).finish()
      await store.send(.box(.presented(.up))).finish()
      await store.send(.box(.dismiss)).finish()
    }
    #expect(store.state.sets.isEmpty)
  }

  @Test("are called once where the child is dismissed", arguments: [true, false])
  func dismissal(isHosted: Bool) async {
    let store = makeStore(isHosted ? .inProcess : .direct)
    let id = store.state.path.ids[0]
    await store.send(.box(.dismiss)).finish()
    await store.send(.path(.popFrom(id: id))).finish()
    #expect(store.state.sets == ["box", "path"])
  }
}
