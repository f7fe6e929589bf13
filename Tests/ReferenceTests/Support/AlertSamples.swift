import Pando

@Reducer
struct Items {
  struct State {
    @Presents var alert: AlertState<Action.Alert>?
    var items: [String] = []
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case deleteButtonTapped(String)
    case confirmDelete(String)

    enum Alert {
      case confirmDeletion
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .deleteButtonTapped(item):
        state.alert = AlertState {
          TextState("Delete this item?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) {
            TextState("Delete")
          }
        }
        _ = item
        return .none

      case .alert(.presented(.confirmDeletion)):
        // Perform deletion
        return .none

      case .alert:
        return .none

      case let .confirmDelete(item):
        state.items.removeAll { $0 == item }
        return .none
      }
    }
    .ifLet(\.alert, action: \.alert)
  }
}

/// The page's sample of composing reducers.
@Reducer
struct Composed {
  struct State: Equatable {
    var child: Int?
    var events = 0
  }

  enum Action: Equatable {
    case child(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      // Core logic
      .none
    }
    .ifLet(\.child, action: \.child) {
      ChildFeature()
    }
    ._printChanges()

    Analytics()
  }
}

struct ChildFeature: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

struct Analytics: Reducer {
  func reduce(into state: inout Composed.State, action: Composed.Action) -> Effect<Composed.Action>
  {
    state.events += 1
    return .none
  }
}
