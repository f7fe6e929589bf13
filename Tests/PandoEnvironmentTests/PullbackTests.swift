import Pando
import PandoEnvironment
import Testing

private struct SettingsState: Equatable, Sendable { var isOn = false, volume = 0 }

@CasePathable
private enum SettingsAction: Sendable, Equatable { case toggle, louder, volume(Int) }

private struct SettingsEnvironment: Sendable { var step: Int }

private struct AppState: Equatable, Sendable { var settings = SettingsState(), launches = 0 }

@CasePathable
private enum AppAction: Sendable { case settings(SettingsAction), launch }

private struct AppEnvironment: Sendable { var settings = SettingsEnvironment(step: 3) }

private let settingsReducer = Reducer<SettingsState, SettingsAction, SettingsEnvironment> {
  state, action, environment in
  switch action {
  case .toggle: state.isOn.toggle()
  case .louder:
    let volume = state.volume + environment.step
    return .merge(.send(.volume(volume)), .run { await $0(.toggle) })
  case .volume(let volume): state.volume = volume
  }
  return .none
}

private let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
  settingsReducer.pullback(
    state: \.settings,
    action: \.settings,
    environment: { $0.settings }
  ),
  Reducer { state, action, _ in
    if case .launch = action { state.launches += 1 }
    return .none
  }
)

private struct World: Sendable { var app = AppState() }

@CasePathable
private enum WorldAction: Sendable { case app(AppAction) }

@Suite("pullback(state:action:environment:) by key path")
struct PullbackTests {
  @Test("a local action changes the local state, and another leaves it alone")
  func sample() {
    var state = AppState()
    _ = appReducer.run(&state, .settings(.toggle), AppEnvironment())
    _ = appReducer.run(&state, .launch, AppEnvironment())
    #expect(state == AppState(settings: SettingsState(isOn: true), launches: 1))
  }

  @Test("local effects, sent and run, come back as actions of the whole")
  func effects() async {
    let store = makeStore(AppState(), appReducer, AppEnvironment())
    await store.send(.settings(.louder)).finish()
    #expect(store.state.settings == SettingsState(isOn: true, volume: 3))
  }

  @Test("a reducer is pulled back through several levels, state, action and environment alike")
  func levels() async {
    let reducer = appReducer.pullback(
      state: \World.app, action: \WorldAction.Cases.app,
      environment: { (step: Int) in AppEnvironment(settings: SettingsEnvironment(step: step)) })
    let store = makeStore(World(), reducer, 40)
    await store.send(.app(.settings(.louder))).finish()
    store.send(.app(.launch))
    #expect(store.state.app.settings.volume == 40)
    #expect(store.state.app.settings.isOn)
    #expect(store.state.app.launches == 1)
  }

  @Test("the action's case may be a case path that is written by hand")
  func caseInHand() {
    let path = CasePath<AppAction, SettingsAction>(
      embed: { .settings($0) },
      extract: { if case .settings(let action) = $0 { action } else { nil } })
    let reducer = settingsReducer.pullback(
      state: \AppState.settings, action: path, environment: { (_: Void) in .init(step: 1) })
    var state = AppState()
    _ = reducer.run(&state, .settings(.volume(9)), ())
    #expect(state.settings.volume == 9)
  }
}
