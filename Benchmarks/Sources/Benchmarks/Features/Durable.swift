import Pando

/// A parent that may be in a journal, with a hosted counter and a text as large as one likes.
@Reducer
struct Durable {
  struct State: Codable, Equatable, Sendable {
    var text = ""
    var ticks = 0
    var child = Counter.State()
  }

  enum Action: Codable, Sendable {
    case tick
    case child(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Counter().hosted() }
    Reduce { state, action in
      if case .tick = action { state.ticks += 1 }
      return .none
    }
  }
}
