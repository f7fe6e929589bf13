import Pando

/// A hosted feature whose effect sends actions, each of which it waits for.
@Reducer
struct Asker {
  struct State: Codable, Equatable, Sendable {
    var answers = 0
  }

  enum Action: Codable, Sendable {
    case ask(times: Int)
    case answer
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask(let times):
        return .run { send in
          for _ in 0..<times { await send(.answer) }
        }
      case .answer:
        state.answers += 1
        return .none
      }
    }
  }
}

/// Its parent, which calls a closure with each answer that commits.
@Reducer
struct AskerParent {
  let onAnswer: @Sendable () -> Void

  struct State: Sendable {
    var child = Asker.State()
  }

  enum Action: Sendable {
    case child(Asker.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Asker().hosted() }
    Reduce { _, action in
      if case .child(.answer) = action { onAnswer() }
      return .none
    }
  }
}
