import Pando
import PandoEnvironment
import Testing

@Pando.Reducer
private struct Stepper: Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var inner: Int?
  }

  enum Action: Sendable { case up, later, inner(Int) }

  var step = 1

  var body: some Pando.Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .up: state.count += step
      case .later: return .run { await $0(.up) }
      case .inner: break
      }
      return .none
    }
    .ifLet(\.inner, action: \.inner) {
      Reduce { state, action in
        state += action
        return .none
      }
    }
  }
}

private struct AppState: Equatable, Sendable { var stepper = Stepper.State(inner: 1), total = 0 }

@CasePathable
private enum AppAction: Sendable { case stepper(Stepper.Action) }

@Suite("A reducer of the protocol as an environment-style one")
struct ProtocolTests {
  private let total = Reducer<AppState, AppAction, Int> { state, _, _ in
    state.total += state.stepper.count
    return .none
  }

  @Test("it is pulled back and combined like any other")
  func combined() async {
    let reducer = Reducer.combine(
      Reducer(Stepper()).pullback(
        state: \AppState.stepper, action: \AppAction.Cases.stepper, environment: { (_: Int) in }),
      total)
    let store = makeStore(AppState(), reducer, 0)
    await store.send(.stepper(.later)).finish()
    store.send(.stepper(.inner(4)))
    #expect(store.state == AppState(stepper: Stepper.State(count: 1, inner: 5), total: 2))
  }

  @Test("it can be made from the environment")
  func environment() async {
    let reducer = Reducer<Stepper.State, Stepper.Action, Int>(protocol: { Stepper(step: $0) })
    let store = makeStore(Stepper.State(), reducer, 6)
    await store.send(.later).finish()
    #expect(store.state.count == 6)
  }

  @Test("there and back again it is the same reducer")
  func roundTrip() async {
    let store = Store(initialState: Stepper.State(inner: 2)) {
      Reducer<Stepper.State, Stepper.Action, Void>(Stepper(step: 3)).bridged(environment: ())
    }
    let plain = Store(initialState: Stepper.State(inner: 2)) { Stepper(step: 3) }
    for action in [Stepper.Action.up, .later, .inner(5)] {
      await store.send(action).finish()
      await plain.send(action).finish()
    }
    #expect(store.state == plain.state)
    #expect(store.state == Stepper.State(count: 6, inner: 7))
  }
}
