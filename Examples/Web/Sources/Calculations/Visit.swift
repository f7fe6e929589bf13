package import Pando

/// One session: a hosted calculator, and how often it was used.
@Reducer
package struct Visit {
  package struct State: Equatable, Sendable {
    package var calculator = Calculator.State()
    package var count = 0

    package init() {}
  }

  package enum Action: Sendable {
    case calculator(Calculator.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.calculator, action: \.calculator) {
      Calculator().hosted(timeout: .seconds(5), onCrash: .giveUp)
    }
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
