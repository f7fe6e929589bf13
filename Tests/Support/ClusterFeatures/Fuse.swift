import Glibc
package import Pando

/// A child whose effect runs for ever, or ends its process.
@Reducer
package struct Fuse {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var isDeadly = false
    /// The number of times that its effect has begun.
    package var beginnings = 0
    package var interruptions = 0
    package var failures = 0

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case light(isDeadly: Bool)
    case begun
    case interrupted
    case failed
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .light(let isDeadly):
        state.isDeadly = isDeadly
        return burn(isDeadly: isDeadly)
      case .begun:
        state.beginnings += 1
      case .interrupted:
        state.interruptions += 1
        return burn(isDeadly: state.isDeadly)
      case .failed:
        state.failures += 1
      }
      return .none
    }
  }

  private func burn(isDeadly: Bool) -> Effect<Action> {
    .run { send in
      await send(.begun)
      if isDeadly {
        try await Task.sleep(for: .milliseconds(20))
        _exit(1)
      }
      try await Task.sleep(for: .seconds(100_000))
    }
  }
}
