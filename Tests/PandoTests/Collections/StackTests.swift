import OrderedCollections
import Pando
import Testing

@Suite("forEach with StackState", .timeLimit(.minutes(15)))
struct StackTests {
  @Reducer
  struct Page {
    struct State: Codable, Equatable, Sendable {
      var name = ""
      var ticks = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case named(String), tickForEver, ticked, closeButtonTapped, closeLater
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .named(let name): state.name = name
        case .tickForEver:
          return .run { send in
            while !Task.isCancelled {
              await send(.ticked)
              try await Task.sleep(for: .milliseconds(1))
            }
          }
        case .ticked: state.ticks += 1
        case .closeButtonTapped: return .run { [dismiss] _ in await dismiss() }
        case .closeLater: return .send(.closeButtonTapped)
        }
        return .none
      }
    }
  }

  @Reducer
  struct App {
    struct State: Equatable, Sendable {
      var path = StackState<Page.State>()
      var seen: [String] = []
    }

    enum Action: Sendable {
      case path(StackActionOf<Page>)
      case open(String), reset([String]), clear
    }

    let isHosted: Bool
    var replaces = false

    var body: some ReducerOf<Self> {
      Reduce { [replaces] state, action in
        switch action {
        case .open(let name): state.path.append(Page.State(name: name))
        case .reset(let names): state.path = StackState(names.map { Page.State(name: $0) })
        case .clear: state.path.removeAll()
        case .path(.element(let id, .named)):
          state.seen.append("named \(state.path[id: id]?.name ?? "nothing")")
        case .path(.popFrom(let id)):
          state.seen.append("popped \(state.path[id: id]?.name ?? "nothing")")
          if replaces { state.path = [Page.State(name: "new")] }
        case .path(.push(let id, _)):
          state.seen.append("pushed \(state.path[id: id]?.name ?? "nothing")")
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) {
        if isHosted { Page().hosted() } else { Page() }
      }
    }
  }

  private func makeStore(isHosted: Bool = false, replaces: Bool = false) -> StoreOf<App> {
    let store = Store(initialState: App.State()) { App(isHosted: isHosted, replaces: replaces) }
    store.send(.open("a"))
    store.send(.open("b"))
    store.send(.open("c"))
    return store
  }

  private func names(_ store: StoreOf<App>) -> [String] {
    store.state.path.map(\.name)
  }

  @Test("an action runs the element first, the parent second", arguments: [false, true])
  func elementFirst(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    await store.send(.path(.element(id: 1, action: .named("Blob")))).finish()
    #expect(store.state.seen == ["named Blob"])
    #expect(names(store) == ["a", "Blob", "c"])
  }

  @Test(
    "a pop shows the parent the element once more, then takes all above", arguments: [false, true])
  func popping(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let ticking = [1, 2].map { store.send(.path(.element(id: $0, action: .tickForEver))) }
    await store.send(.path(.popFrom(id: 1))).finish()
    // Return only once the endless effects have ended.
    for task in ticking { await task.finish() }
    #expect(store.state.seen == ["popped b"])
    #expect(names(store) == ["a"])
  }

  @Test("a push is there when the parent sees it", arguments: [false, true])
  func pushing(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let id = store.state.path.nextID
    store.send(.path(.push(id: id, state: Page.State(name: "d"))))
    await store.send(.path(.element(id: id, action: .named("D")))).finish()
    #expect(store.state.seen == ["pushed d", "named D"])
    #expect(store.state.path.ids == [0, 1, 2, 3])
    #expect(store.state.path.nextID == 4)
  }

  @Test("effects end when the parent pops the element, from anywhere", arguments: [false, true])
  func parentPops(isHosted: Bool) async {
    for remove in [App.Action.clear, .reset(["a", "b", "c"])] {
      let store = makeStore(isHosted: isHosted)
      let ticking = store.send(.path(.element(id: 1, action: .tickForEver)))
      await store.send(remove).finish()
      await ticking.finish()
      #expect(store.state.path.allSatisfy { $0.ticks == 0 })
    }
  }

  @Test("an element that stays keeps its effects", arguments: [false, true])
  func survivor(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let ticking = store.send(.path(.element(id: 0, action: .tickForEver)))
    await store.send(.path(.popFrom(id: 1))).finish()
    let ticks = store.state.path[id: 0]?.ticks ?? 0
    for await state in store.states {
      if let page = state.path[id: 0], page.ticks > ticks { break }
    }
    store.send(.clear)
    await ticking.finish()
  }

  @Test("an element pops itself", arguments: [false, true])
  func selfDismissal(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    await store.send(.path(.element(id: 2, action: .closeLater))).finish()
    #expect(names(store) == ["a", "b"])
    await store.send(.path(.element(id: 0, action: .closeButtonTapped))).finish()
    #expect(names(store) == [])
    #expect(store.state.seen == ["popped c", "popped a"])
  }

  @Test("what the parent puts in place of a popped element stays", arguments: [false, true])
  func replacement(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted, replaces: true)
    let ticking = store.send(.path(.element(id: 0, action: .tickForEver)))
    await store.send(.path(.popFrom(id: 0))).finish()
    await ticking.finish()
    #expect(names(store) == ["new"])
    #expect(store.state.path.first?.ticks == 0)
  }

  @Test("what does not fit the stack is reported with file and line", arguments: [false, true])
  func warnings(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let cases: [(App.Action, String)] = [
      (
        .path(.element(id: 7, action: .named("Blob"))),
        "received an action for a missing element."
      ),
      (.path(.popFrom(id: 7)), #"received a "popFrom" action for a missing element."#),
      (
        .path(.push(id: 1, state: Page.State())),
        #"received a "push" action for an element it already contains."#
      ),
    ]
    for (action, message) in cases {
      await withKnownIssue {
        await store.send(action).finish()
      } matching: { issue in
        "\(issue)".contains(#"A "forEach" at "PandoTests/StackTests.swift:"#)
          && "\(issue)".contains(message)
      }
    }
    #expect(names(store) == ["a", "b", "c"])
    #expect(!store.state.seen.contains { $0.hasPrefix("pushed") })
  }

  @Reducer
  struct Room {
    struct State: Codable, Equatable, Sendable {
      var path = StackState<Page.State>()
    }

    enum Action: Codable, Sendable {
      case path(StackActionOf<Page>)
      case open(String), reset
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open(let name): state.path.append(Page.State(name: name))
        case .reset: state.path = [Page.State(name: "reset")]
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Page() }
    }
  }

  @Reducer
  struct House {
    struct State: Sendable { var room = Room.State() }
    enum Action: Sendable { case room(Room.Action), rename(String) }
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.room, action: \.room) {
        if isHosted { Room().hosted() } else { Room() }
      }
      Reduce { state, action in
        if case .rename(let name) = action { state.room.path[id: 0]?.name = name }
        return .none
      }
    }
  }

  @Test("a stack inside a hosted feature keeps its ids and its effects", arguments: [false, true])
  func inside(isHosted: Bool) async {
    let store = Store(initialState: House.State()) { House(isHosted: isHosted) }
    for name in ["a", "b", "c"] { store.send(.room(.open(name))) }
    let ticking = store.send(.room(.path(.element(id: 0, action: .tickForEver))))
    // The parent's change goes to the host as a new base, which must be the same stack.
    store.send(.rename("A"))
    await store.send(.room(.path(.element(id: 1, action: .closeButtonTapped)))).finish()
    #expect(store.state.room.path.ids == [0])
    let ticks = store.state.room.path[id: 0]?.ticks ?? 0
    for await state in store.states {
      if let page = state.room.path[id: 0], page.ticks > ticks + 1 { break }
    }
    await store.send(.room(.reset)).finish()
    await ticking.finish()
    await store.send(.room(.open("d"))).finish()
    #expect(store.state.room.path.map(\.name) == ["reset", "d"])
    #expect(store.state.room.path.ids == [0, 1])
  }

  @Reducer
  struct Folder {
    struct State: Equatable, Sendable {
      var path = StackState<Folder.State>()
      var count = 0
    }

    enum Action: Sendable {
      case up, open
      case path(StackAction<Folder.State, Folder.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .open: state.path.append(Folder.State())
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Folder() }
    }
  }

  @Test("a feature has a stack of itself, to any depth")
  func recursion() {
    let store = Store(initialState: Folder.State()) { Folder() }
    store.send(.open)
    store.send(.path(.element(id: 0, action: .open)))
    store.send(.path(.element(id: 0, action: .path(.element(id: 0, action: .up)))))
    #expect(store.state.path[id: 0]?.path[id: 0]?.count == 1)
  }

  @Test("the case paths of a stack's action lead to elements")
  func casePaths() {
    let path = AnyCasePath(\App.Action.Cases.path[id: 2].named)
    #expect(path.extract(from: .path(.element(id: 2, action: .named("x")))) == "x")
    #expect(path.extract(from: .path(.element(id: 1, action: .named("x")))) == nil)
    #expect(App.Action.path(.popFrom(id: 3))[case: \.path.popFrom] == 3)
    let push = AnyCasePath(\App.Action.Cases.path.push)
    #expect(push.extract(from: .path(.push(id: 4, state: Page.State())))?.id == 4)
  }
}
