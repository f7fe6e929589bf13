package import Pando

/// The program: a hosted counter, and how high it ever was.
@Reducer
package struct Tally {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var counter = Counter.State()
    package var highest = 0

    package init() {}
  }

  package enum Action: Sendable {
    case counter(Counter.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    // First the child, in a worker process. Without `.hosted()` it is the same program in one process.
    Scope(state: \.counter, action: \.counter) {
      Counter().hosted()
    }
    // Then the parent, in this process, with the child's new state.
    Reduce { state, action in
      switch action {
      case .counter:
        state.highest = max(state.highest, state.counter.count)
        return .none
      }
    }
  }
}
