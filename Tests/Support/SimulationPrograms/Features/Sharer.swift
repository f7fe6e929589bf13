import Pando

/// One of two hosted children that share a value with each other and with their parent.
@Reducer
struct Sharer {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    @Shared var tally: Int
    /// The tally as its actions met it.
    var seen: [Int] = []

    /// The tally is left out: it is one for every commit of a run, while each has its own of `seen`.
    static func == (left: State, right: State) -> Bool {
      left.id == right.id && left.seen == right.seen
    }

    static func pair() -> IdentifiedArray<Int, State> {
      let tally = Shared(value: 0)
      return [State(id: 1, tally: tally), State(id: 2, tally: tally)]
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    /// The parent adds as much, before the child does.
    case addSecond(Int)
    case look
    /// Has the reducer send `look`.
    case addAndLook(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number), .addSecond(let number):
        state.$tally.withLock { $0 = $0 &* 3 &+ number }
      case .look:
        state.seen.append(state.tally)
      case .addAndLook(let number):
        state.$tally.withLock { $0 = $0 &* 3 &+ number }
        @Dependency(\.effectMode) var mode
        return mode.ignoresSends ? .none : .send(.look)
      }
      return .none
    }
  }
}
