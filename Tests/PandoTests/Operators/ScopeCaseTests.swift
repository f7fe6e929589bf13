import Pando
import Testing

@Suite("Scope on a case", .timeLimit(.minutes(15)))
struct ScopeCaseTests {
  @Reducer
  struct Login {
    struct State: Codable, Equatable, Sendable { var name = "" }
    enum Action: Codable, Sendable { case named(String), endless }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .named(let name): state.name = name
        case .endless: return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
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
    enum Action: Sendable { case login(Login.Action), game(Game.Action) }
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.login, action: \.login) {
        if isHosted { Login().hosted() } else { Login() }
      }
      Scope(state: \.game, action: \.game) {
        if isHosted { Game().hosted() } else { Game() }
      }
      Reduce { state, action in
        // The child's name is there: it ran first.
        if case .login(.named("player")) = action, state.login?.name == "player" {
          state = .game(Game.State())
        }
        return .none
      }
    }
  }

  @Reducer
  struct Unlabelled {
    enum State: Equatable, Sendable { case login(Login.State), game(Game.State) }
    enum Action: Sendable { case login(Login.Action), game(Game.Action) }

    var body: some ReducerOf<Self> {
      Scope(\.login, action: \.login) { Login() }
      Scope(\.game, action: \.game) { Game() }
    }
  }

  @Test("the case's child runs where the case has no label")
  func unlabelled() async {
    let store = Store(initialState: Unlabelled.State.game(Game.State())) { Unlabelled() }
    store.send(.game(.move))
    #expect(store.state.game?.moves == 1)
    await withKnownIssue {
      await store.send(.login(.named("Blob"))).finish()
    } matching: { issue in
      "\(issue)".contains("A \"Scope\" at \"\(#fileID):")
    }
  }

  private func makeStore(isHosted: Bool) -> StoreOf<App> {
    Store(initialState: App.State.login(Login.State())) { App(isHosted: isHosted) }
  }

  @Test("the case's child runs, and its effects end with the case", arguments: [false, true])
  func changingCase(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    await store.send(.login(.named("Blob"))).finish()
    #expect(store.state == .login(Login.State(name: "Blob")))
    let endless = store.send(.login(.endless))
    await store.send(.login(.named("player"))).finish()
    await endless.finish()
    await store.send(.game(.move)).finish()
    #expect(store.state == .game(Game.State(moves: 1)))
  }

  @Test("an action for another case is reported with file and line", arguments: [false, true])
  func warning(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    await withKnownIssue {
      await store.send(.game(.move)).finish()
    } matching: { issue in
      "\(issue)".contains(#"A "Scope" at "PandoTests/ScopeCaseTests.swift:"#)
        && "\(issue)".contains(
          "received a child action when child state was set to a different case.")
    }
    #expect(store.state == .login(Login.State()))
  }
}
