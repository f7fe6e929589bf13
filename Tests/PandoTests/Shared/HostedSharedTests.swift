import Pando
import Testing

@Suite("Shared values in hosted features", .timeLimit(.minutes(15)))
struct HostedSharedTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      @Shared var count: Int
      @SharedReader var theme: String
      var seen: [String] = []
      var own: Own?
    }

    struct Own: Codable, Equatable, Sendable {
      @Shared var first: Int
      @Shared var second: Int

      init(_ value: Shared<Int>) {
        _first = value
        _second = value
      }
    }

    enum Action: Codable, Sendable {
      case up, look, upInEffect, set(Int), own, upOwn
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.$count.withLock { $0 += 1 }
        case .own: state.own = Own(Shared(value: 7))
        case .upOwn:
          state.own?.$first.withLock { $0 += 1 }
          state.seen.append("\(state.own?.second ?? 0)")
        case .set(let count): state.$count.withLock { $0 = count }
        case .look: state.seen.append("\(state.theme) \(state.count)")
        case .upInEffect:
          return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
        }
        return .none
      }
    }
  }

  struct Settings: Codable, Equatable, Sendable {
    var theme = "light"
    var count = 0
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      @Shared var settings: Settings
      var children: IdentifiedArray<Int, Child.State>

      init(settings: Shared<Settings> = Shared(value: Settings())) {
        _settings = settings
        children = IdentifiedArray(
          uniqueElements: (0..<3).map {
            Child.State(id: $0, count: settings.count, theme: SharedReader(settings.theme))
          })
      }
    }

    enum Action: Sendable {
      case child(IdentifiedAction<Int, Child.Action>)
      case up, restyle(String)
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.$settings.withLock { $0.count += 1 }
        case .restyle(let theme): state.$settings.withLock { $0.theme = theme }
        case .child(.element(_, .up)):
          // The parent second, with what the child left.
          if state.settings.count % 10 == 0 { state.$settings.withLock { $0.count += 100 } }
        case .child: break
        }
        return .none
      }
      .forEach(\.children, action: \.child) {
        if isHosted { Child().hosted() } else { Child() }
      }
    }
  }

  private func makeStore(_ isHosted: Bool) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) { Parent(isHosted: isHosted) }
  }

  private func child(_ id: Int, _ action: Child.Action) -> Parent.Action {
    .child(.element(id: id, action: action))
  }

  @Test("what a child changes is there for its parent and its siblings", arguments: [false, true])
  func childChanges(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(child(0, .up)).finish()
    #expect(store.state.settings.count == 1)
    #expect(store.state.children.map(\.count) == [1, 1, 1])
    await store.send(child(1, .up)).finish()
    await store.send(child(1, .look)).finish()
    #expect(store.state.settings.count == 2)
    #expect(store.state.children[id: 1]?.seen == ["light 2"])
  }

  @Test("what others change is there for the child", arguments: [false, true])
  func changesOfOthers(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(child(0, .look)).finish()
    store.send(.restyle("dark"))
    store.send(.up)
    await store.send(child(0, .look)).finish()
    // Not by way of the store.
    store.state.$settings.withLock { $0.theme = "blue" }
    await store.send(child(0, .look)).finish()
    #expect(store.state.children[id: 0]?.seen == ["light 0", "dark 1", "blue 1"])
  }

  @Test("actions in flight commit in order, whoever changes the value", arguments: [false, true])
  func inFlight(isHosted: Bool) async {
    let store = makeStore(isHosted)
    var tasks: [StoreTask] = []
    for round in 0..<50 {
      tasks.append(store.send(child(round % 3, .up)))
      if round % 5 == 0 { tasks.append(store.send(.up)) }
      if round % 7 == 0 { tasks.append(store.send(child(round % 2, .look))) }
    }
    for task in tasks { await task.finish() }
    let reference = makeReference()
    #expect(store.state.settings == reference.settings)
    #expect(store.state.children.map(\.seen) == reference.children.map(\.seen))
  }

  private func makeReference() -> Parent.State {
    var state = Parent.State()
    let reducer = Parent(isHosted: false)
    for round in 0..<50 {
      _ = reducer.reduce(into: &state, action: child(round % 3, .up))
      if round % 5 == 0 { _ = reducer.reduce(into: &state, action: .up) }
      if round % 7 == 0 { _ = reducer.reduce(into: &state, action: child(round % 2, .look)) }
    }
    return state
  }

  @Test("a value with a key is kept by the process of the store", arguments: [false, true])
  func keys(isHosted: Bool) async {
    @Shared(.inMemory("hosted")) var settings = Settings()
    let store = Store(initialState: Parent.State(settings: $settings)) {
      Parent(isHosted: isHosted)
    }
    await store.send(child(2, .set(5))).finish()
    #expect(settings.count == 5)
  }

  @Test("a state that holds a value twice shares it on the worker too", arguments: [false, true])
  func twice(isHosted: Bool) async {
    var state = Parent.State()
    let own = Shared(value: 1)
    state.children[id: 0]?.own = Child.Own(own)
    let store = Store(initialState: state) { Parent(isHosted: isHosted) }
    await store.send(child(0, .upOwn)).finish()
    await store.send(child(0, .upOwn)).finish()
    #expect(store.state.children[id: 0]?.seen == ["2", "3"])
    #expect(own.wrappedValue == 3)
  }

  @Test("what a child makes shared is shared from then on", arguments: [false, true])
  func madeByChild(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(child(0, .own)).finish()
    let own = store.state.children[id: 0]?.own
    #expect(own?.first == 7)
    await store.send(child(0, .upOwn)).finish()
    // Both are one value, before and after it crossed.
    #expect(store.state.children[id: 0]?.own == Child.Own(Shared(value: 8)))
    own?.$second.withLock { $0 = 20 }
    await store.send(child(0, .upOwn)).finish()
    #expect(store.state.children[id: 0]?.own?.second == 21)
    #expect(own?.first == 21)
  }

  @Reducer
  struct First {
    let isHosted: Bool

    var body: some Reducer<Parent.State, Parent.Action> {
      Reduce { state, _ in
        state.$settings.withLock { $0.count += 10 }
        return .none
      }
      Parent(isHosted: isHosted)
    }
  }

  @Test("a reducer that changes it before the child does is heard", arguments: [false, true])
  func changeBeforeChild(isHosted: Bool) async {
    let store = Store(initialState: Parent.State()) { First(isHosted: isHosted) }
    await store.send(child(0, .look)).finish()
    await store.send(child(0, .up)).finish()
    await store.send(child(0, .look)).finish()
    #expect(store.state.children[id: 0]?.seen == ["light 10", "light 31"])
  }

  @Test("an effect of a hosted feature that changes a shared value is told so")
  func effects() async {
    let local = makeStore(false)
    await local.send(child(0, .upInEffect)).finish()
    #expect(local.state.settings.count == 1)
    let hosted = makeStore(true)
    await withKnownIssue {
      await hosted.send(child(0, .upInEffect)).finish()
      // The worker's copy is as it was.
      await hosted.send(child(0, .look)).finish()
    } matching: { issue in
      "\(issue)".contains("changed by an effect of a hosted feature")
        && "\(issue)".contains("HostedSharedTests.swift")
    }
    #expect(hosted.state.children[id: 0]?.seen == ["light 0"])
    #expect(hosted.state.settings.count == 0)
  }
}
