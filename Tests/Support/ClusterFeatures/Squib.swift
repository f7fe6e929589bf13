import Glibc
package import Pando

/// A child whose effect sends an action that ends the process which reduces it.
@Reducer
package struct Squib {
  package struct State: Codable, Equatable, Sendable {
    /// The number of actions of its effect that came before the deadly one.
    package var sparks = 0
    package var interruptions = 0
    package var failures = 0

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    case light
    case spark
    case bang
    case interrupted
    case failed
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .light:
        return burn
      case .spark:
        state.sparks += 1
      case .bang:
        kill(getpid(), SIGKILL)
      case .interrupted:
        state.interruptions += 1
        return state.failures == 0 ? burn : .none
      case .failed:
        state.failures += 1
      }
      return .none
    }
  }

  private var burn: Effect<Action> {
    .run { send in
      for _ in 0..<3 { await send(.spark) }
      await send(.bang)
      try await Task.never()
    }
  }
}
