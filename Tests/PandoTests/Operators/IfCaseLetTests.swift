import Pando
import Synchronization
import Testing

@Suite("ifCaseLet and onChange")
struct IfCaseLetTests {
  @Reducer
  struct Login {
    struct State: Codable, Equatable, Sendable { var name = "", ticks = 0 }
    enum Action: Codable, Sendable { case named(String), tickForEver, ticked }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .named(let name): state.name = name
        case .tickForEver:
          return .run { send in
            while true {
              await send(.ticked)
              try await Task.sleep(for: .milliseconds(1))
            }
          }
        case .ticked: state.ticks += 1
        }
        return .none
      }
    }
  }

  @Reducer
  struct Game {
    struct State: Codable, Equatable, Sendable { var moves = 0 }
    enum Action: Codable, Sendable { case move }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.moves += 1
        return .none
      }
    }
  }

  @Reducer
  struct App {
    enum State: Equatable, Sendable { case login(Login.State), game(Game.State) }
    enum Action: Sendable { case login(Login.Action), game(Game.Action), start }

    let isHosted: Bool
    let seen: @Sendable (String) -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start: state = .game(Game.State())
        case .login(.named): seen("parent saw \(state.login?.name ?? "nothing")")
        case .login, .game: break
        }
        return .none
      }
      .ifCaseLet(\.login, action: \.login) {
        if isHosted { Login().hosted() } else { Login() }
      }
      .ifCaseLet(\.game, action: \.game) {
        if isHosted { Game().hosted() } else { Game() }
      }
    }
  }

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func makeStore(isHosted: Bool, _ log: Log = Log()) -> StoreOf<App> {
    Store(initialState: App.State.login(Login.State())) {
      App(isHosted: isHosted) { log.add($0) }
    }
  }

  @Test("the case's child runs first, the parent second", arguments: [false, true])
  func childFirst(isHosted: Bool) async {
    let log = Log()
    let store = makeStore(isHosted: isHosted, log)
    await store.send(.login(.named("Blob"))).finish()
    #expect(log.all == ["parent saw Blob"])
    store.send(.start)
    await store.send(.game(.move)).finish()
    #expect(store.state == .game(Game.State(moves: 1)))
  }

  @Test("leaving the case ends the child's effects", arguments: [false, true])
  func leavingEndsEffects(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    let ticking = store.send(.login(.tickForEver))
    await store.send(.start).finish()
    // Returns only once the endless effect has ended.
    await ticking.finish()
    #expect(store.state == .game(Game.State()))
  }

  @Test("an action for another case is reported in the field's words")
  func warning() {
    let store = makeStore(isHosted: false)
    withKnownIssue {
      _ = store.send(.game(.move))
    } matching: { issue in
      "\(issue)".contains(#"An "ifCaseLet" at "PandoTests/IfCaseLetTests.swift:"#)
        && "\(issue)".contains(
          "received a child action when child state was set to a different case.")
    }
    #expect(store.state == .login(Login.State()))
  }

  @Reducer
  struct Watched {
    struct State: Equatable, Sendable { var count = 0, other = 0, changes: [[Int]] = [] }
    enum Action: Sendable { case up, same, fix, fixed }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .same: state.other += 1
        case .fix: state.count = 10
        case .fixed: break
        }
        return .none
      }
      .onChange(of: \.count) { oldValue, newValue in
        Reduce { state, action in
          state.changes.append([oldValue, newValue])
          if case .fix = action { return .send(.fixed) }
          return .none
        }
      }
    }
  }

  @Test("onChange runs after its reducer, with both values, and only when they differ")
  func onChange() async {
    let store = Store(initialState: Watched.State()) { Watched() }
    store.send(.up)
    store.send(.same)
    await store.send(.fix).finish()
    #expect(store.state.changes == [[0, 1], [1, 10]])
    #expect(store.state.other == 1)
  }
}
