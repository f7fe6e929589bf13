import Glibc
package import Pando

/// A child whose effect sends an action that ends the process which reduces it, or hangs there.
@Reducer
package struct Squib {
  package struct State: Codable, Equatable, Sendable {
    /// The number of actions of its effect that came before the deadly one.
    package var sparks = 0
    package var hangs = false
    package var pauseMilliseconds = 0
    package var interruptions = 0
    package var failures = 0

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    /// Ends its process, or hangs.
    ///
    /// - Parameter pauseMilliseconds: How long its effect does nothing before that.
    case light(hangs: Bool, pauseMilliseconds: Int = 0)
    case spark
    case bang
    case stick
    case interrupted
    case failed
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .light(let hangs, let pauseMilliseconds):
        state.hangs = hangs
        state.pauseMilliseconds = pauseMilliseconds
        return burn(state)
      case .spark:
        state.sparks += 1
      case .bang:
        _exit(1)
      case .stick:
        while true { sleep(1_000) }
      case .interrupted:
        state.interruptions += 1
        return state.failures == 0 ? burn(state) : .none
      case .failed:
        state.failures += 1
      }
      return .none
    }
  }

  private func burn(_ state: State) -> Effect<Action> {
    .run { [hangs = state.hangs, pause = state.pauseMilliseconds] send in
      for _ in 0..<3 { await send(.spark) }
      if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
      await send(hangs ? .stick : .bang)
      try await Task.never()
    }
  }
}
