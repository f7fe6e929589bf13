package import Pando

/// The level at one place, and how it was before. It is hosted: a sensor that hangs or crashes takes a worker with
/// it, and the dashboard goes on.
@Reducer
package struct Gauge {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: String
    package var levels: [Int] = []
    /// The round that is being measured.
    package var round: Int?

    package init(place: String) {
      id = place
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case measure(round: Int)
    case measured(Int)
    /// The worker died while it measured.
    case interrupted
  }

  @Dependency(\.sensor) var sensor

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .measure(let round):
        state.round = round
        return measure(at: state.id, round)

      case .measured(let level):
        state.levels.append(level)
        state.round = nil
        return .none

      case .interrupted:
        return state.round.map { measure(at: state.id, $0) } ?? .none
      }
    }
  }

  private func measure(at place: String, _ round: Int) -> Effect<Action> {
    .run { send in
      await send(.measured(sensor.level(at: place, round: round)))
    }
  }
}
