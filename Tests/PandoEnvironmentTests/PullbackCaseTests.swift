import Pando
import PandoEnvironment
import Testing

private struct LoggedInState: Equatable, Sendable { var moves = 0, isOver = false }
@CasePathable
private enum LoggedInAction: Sendable { case onAppear, moved, didDisappear }
private struct LoggedInEnvironment: Sendable {}
private struct LoggedOutState: Equatable, Sendable { var name = "" }
@CasePathable
private enum LoggedOutAction: Sendable { case nameChanged(String) }

@CasePathable
private enum AppState: Equatable, Sendable {
  case loggedIn(LoggedInState)
  case loggedOut(LoggedOutState)
}

@CasePathable
private enum AppAction: Sendable { case loggedIn(LoggedInAction), loggedOut(LoggedOutAction) }
private struct AppEnvironment: Sendable { var loggedIn = LoggedInEnvironment() }

private let loggedInReducer = Reducer<LoggedInState, LoggedInAction, LoggedInEnvironment> {
  state, action, _ in
  struct MotionId: Hashable {}
  switch action {
  case .onAppear:
    return .run { send in
      await send(.moved)
      while !Task.isCancelled { try await Task.sleep(for: .seconds(60)) }
    }
    .cancellable(id: MotionId())
  case .moved:
    state.moves += 1
    return .none
  case .didDisappear:
    state.isOver = true
    return .cancel(id: MotionId())
  }
}

private let loggedOutReducer = Reducer<LoggedOutState, LoggedOutAction, Void> { state, action, _ in
  switch action {
  case .nameChanged(let name):
    state.name = name
    return .none
  }
}

private let children: Reducer<AppState, AppAction, AppEnvironment> = .combine(
  loggedInReducer.pullback(
    state: \.loggedIn,
    action: \.loggedIn,
    environment: { $0.loggedIn }
  ),
  loggedOutReducer.pullback(
    state: CasePath(\AppState.Cases.loggedOut),
    action: CasePath(\AppAction.Cases.loggedOut),
    environment: { _ in }
  )
)

private let parent = Reducer<AppState, AppAction, AppEnvironment> { state, action, _ in
  if case .loggedIn(.didDisappear) = action { state = .loggedOut(LoggedOutState()) }
  return .none
}

@Suite("pullback(state:action:environment:) by case path", .timeLimit(.minutes(15)))
struct PullbackCaseTests {
  @Test("each reducer works on its case of the state")
  func sample() {
    var state = AppState.loggedIn(LoggedInState())
    _ = children.run(&state, .loggedIn(.moved), AppEnvironment())
    #expect(state == .loggedIn(LoggedInState(moves: 1)))
    state = .loggedOut(LoggedOutState())
    _ = children.run(&state, .loggedOut(.nameChanged("Blob")), AppEnvironment())
    #expect(state == .loggedOut(LoggedOutState(name: "Blob")))
  }

  @Test("an action for another case is dropped with a warning that names the place")
  func warning() {
    let reducer = loggedInReducer.pullback(
      state: \AppState.Cases.loggedIn, action: \AppAction.Cases.loggedIn,
      environment: { (_: Void) in LoggedInEnvironment() }, file: "App/Feature.swift", line: 50)
    var state = AppState.loggedOut(LoggedOutState(name: "Blob"))
    expectWarning(
      #"A "pullback" at "App/Feature.swift:50" received an action while its state was in another case."#,
      "LoggedInAction.moved", "AppState.loggedOut"
    ) {
      _ = reducer.run(&state, .loggedIn(.moved), ())
    }
    #expect(state == .loggedOut(LoggedOutState(name: "Blob")))
  }

  @Test("a parent that changes the case before the child runs is warned about")
  func parentFirst() {
    var state = AppState.loggedIn(LoggedInState())
    expectWarning(#"A "pullback" at "PandoEnvironmentTests/PullbackCaseTests.swift:"#) {
      _ = Reducer.combine(parent, children)
        .run(&state, .loggedIn(.didDisappear), AppEnvironment())
    }
  }

  @Test("a child that runs before such a parent sees the action, and its long effect ends")
  func childFirst() async {
    let store = makeStore(
      AppState.loggedIn(LoggedInState()), Reducer.combine(children, parent), AppEnvironment())
    let motion = store.send(.loggedIn(.onAppear))
    for await state in store.states where state == .loggedIn(LoggedInState(moves: 1)) { break }
    store.send(.loggedIn(.didDisappear))
    await motion.finish()
    #expect(store.state == .loggedOut(LoggedOutState()))
  }
}
