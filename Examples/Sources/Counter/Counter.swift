package import Pando

/// A number that goes up and down: the smallest feature that there is.
@Reducer
package struct Counter {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package var count = 0

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}
