import PandoTesting

/// A feature that follows from its state and actions alone.
@Reducer
struct Counter {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var echoes = 0
  }

  enum Action: CaseIterable, Codable, Sendable {
    case increment, decrement, twice, later, echo
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .decrement: state.count -= 1
      case .echo: state.echoes += 1
      case .twice: return .send(.increment)
      case .later:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.echo)
        }
      }
      return .none
    }
  }
}
