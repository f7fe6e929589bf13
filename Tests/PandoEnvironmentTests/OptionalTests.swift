import Pando
import PandoEnvironment
import Testing

private struct ModalState: Equatable, Sendable { var response = "" }

@CasePathable
private enum ModalAction: Sendable { case onAppear, response(String), didDisappear }

private struct ModalEnvironment: Sendable {
  var request: @Sendable () async -> String
}

private struct AppState: Equatable, Sendable { var modal: ModalState? }

@CasePathable
private enum AppAction: Sendable { case modal(ModalAction) }

private struct AppEnvironment: Sendable { var request: @Sendable () async -> String = { "hello" } }

private let modalReducer = Reducer<ModalState, ModalAction, ModalEnvironment> {
  state, action, environment in
  switch action {
  case .onAppear:
    return .run { send in await send(.response(environment.request())) }
  case .response(let response):
    state.response = response
  case .didDisappear:
    break
  }
  return .none
}

private let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  modalReducer.optional().pullback(
    state: \.modal,
    action: \.modal,
    environment: { ModalEnvironment(request: $0.request) }
  ),
  Reducer { state, action, environment in
    if case .modal(.didDisappear) = action { state.modal = nil }
    return .none
  }
)

@Suite("optional(file:line:)", .timeLimit(.minutes(15)))
struct OptionalTests {
  @Test("the reducer runs while the state is there, and its effects feed it")
  func sample() async {
    let store = makeStore(AppState(modal: ModalState()), appReducer, AppEnvironment())
    await store.send(.modal(.onAppear)).finish()
    #expect(store.state.modal?.response == "hello")
    store.send(.modal(.didDisappear))
    #expect(store.state.modal == nil)
  }

  @Test("an action while the state is nil is dropped with a warning that names the place")
  func warning() {
    let reducer = modalReducer.optional(file: "App/Feature.swift", line: 50)
    var state: ModalState?
    expectWarning(
      #"An "optional" at "App/Feature.swift:50" received an action when its state was "nil"."#,
      "ModalAction.response(_:)"
    ) {
      _ = reducer.run(&state, .response("a"), ModalEnvironment { "" })
    }
    #expect(state == nil)
  }

  @Test("an effect that answers after the state has gone is warned about")
  func lateEffect() async {
    let gate = AsyncStream.makeStream(of: String.self)
    let environment = AppEnvironment {
      for await answer in gate.stream { return answer }
      return "none"
    }
    let store = makeStore(AppState(modal: ModalState()), appReducer, environment)
    await withKnownIssue {
      let request = store.send(.modal(.onAppear))
      store.send(.modal(.didDisappear))
      gate.continuation.yield("late")
      await request.finish()
    } matching: {
      "\($0)".contains(#"received an action when its state was "nil"."#)
    }
    #expect(store.state.modal == nil)
  }
}
