package import Pando

/// A drawer, as an app with SwiftUI has it: its changes name animations.
@Reducer
package struct Drawer {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var isOpen = false
    package var hint = ""
    package var notes = ["Buy milk"]
    @Presents package var alert: AlertState<Action.Alert>?

    package init() {}
  }

  package enum Action: BindableAction, ViewAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case closed
    case hintChanged(String)
    case view(View)

    package enum Alert: Sendable {
      case clearConfirmed
    }

    package enum View: Sendable {
      case clearButtonTapped
      case closeButtonTapped
      case hintButtonTapped
    }
  }

  @Dependency(\.continuousClock) var clock

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.clearConfirmed)):
        state.notes = []
        return .send(.hintChanged("All gone")).animation(.snappy.speed(2))

      case .closed:
        state.isOpen = false
        return .none

      case .hintChanged(let hint):
        state.hint = hint
        return .none

      case .view(.clearButtonTapped):
        state.alert = AlertState {
          TextState("Clear the drawer?")
        } actions: {
          ButtonState(role: .destructive, action: .send(.clearConfirmed, animation: .default)) {
            TextState("Clear")
          }
        }
        return .none

      case .view(.closeButtonTapped):
        return .send(.closed, animation: .spring(response: 0.4))

      case .view(.hintButtonTapped):
        return .run { [clock] send in
          await send(.hintChanged("Pull it up"), animation: .easeInOut(duration: 0.2))
          try await clock.sleep(for: .seconds(3))
          await send(.hintChanged(""), transaction: Transaction(animation: .easeOut))
        }
        .transaction(Transaction(animation: .smooth))

      case .alert, .binding:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
