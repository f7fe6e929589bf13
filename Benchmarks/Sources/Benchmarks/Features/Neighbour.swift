import Pando

/// A parent with actions of its own beside those of its child.
@Reducer
struct Neighbour {
  struct State: Sendable {
    var child = Counter.State()
    var ticks = 0
  }

  enum Action: Sendable {
    case child(Counter.Action)
    case tick
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    let own = Reduce<State, Action> { state, action in
      if case .tick = action { state.ticks += 1 }
      return .none
    }
    if isHosted {
      Scope(state: \.child, action: \.child) { Counter().hosted() }
    } else {
      Scope(state: \.child, action: \.child) { Counter() }
    }
    own
  }
}
