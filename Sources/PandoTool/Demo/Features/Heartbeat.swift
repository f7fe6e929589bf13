import Pando

/// A child whose effect never ends by itself; what ends it is that its parent lets go of it.
@Reducer
struct Heartbeat {
  struct State: Codable, Equatable, Sendable {
    var tickCount = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case started
    case ticked
  }

  static let tickMilliseconds = 10

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run(name: "heartbeat") { send in
          while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(Self.tickMilliseconds))
            await send(.ticked)
          }
        }
      case .ticked:
        state.tickCount += 1
        return .none
      }
    }
  }
}
