import Pando
import Testing

@Suite("A destination written by hand that holds an alert")
struct HandWrittenDestinationTests {
  @Test("keeps the alert when another case's action comes, and loses it with its button")
  func alert() {
    let store = Store(initialState: Owner.State(destination: .alert(.sure))) { Owner() }
    store.send(.destination(.presented(.other)))
    #expect(store.state.destination == .alert(.sure))
    store.send(.destination(.presented(.alert(.confirm))))
    #expect(store.state.destination == nil)
  }
}

private enum Button: Equatable, Sendable { case confirm }

extension AlertState where Action == Button {
  fileprivate static var sure: Self { AlertState { TextState("Sure?") } }
}

@Reducer
private struct Target {
  enum State: Equatable {
    case alert(AlertState<Button>)
    case other(Int)
  }
  enum Action {
    case alert(Button)
    case other
  }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Owner {
  struct State: Equatable { @Presents var destination: Target.State? }
  enum Action { case destination(PresentationAction<Target.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$destination, action: \.destination) { Target() }
  }
}
