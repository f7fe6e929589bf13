package import Pando

/// The program: gauges that are all read once in a while, so many times.
@Reducer
package struct Dashboard {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var gauges: IdentifiedArrayOf<Gauge.State>
    /// The level from which on a gauge is to be looked at.
    package let limit: Int
    /// The number of rounds in all.
    package let rounds: Int
    package var begunCount = 0

    package init(places: [String], rounds: Int, limit: Int = 80) {
      gauges = IdentifiedArray(uniqueElements: places.map { Gauge.State(place: $0) })
      self.limit = limit
      self.rounds = rounds
    }

    /// The number of rounds in which every gauge has answered.
    package var roundCount: Int { gauges.map(\.levels.count).min() ?? rounds }
    package var isOver: Bool { roundCount == rounds }
  }

  package enum Action: Sendable {
    case appeared
    case roundBegan
    case gauges(IdentifiedActionOf<Gauge>)
  }

  enum CancelID: Hashable { case rounds }

  /// The time between two rounds.
  let interval: Duration

  @Dependency(\.continuousClock) var clock

  package init(interval: Duration = .seconds(1)) {
    self.interval = interval
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { send in
          for await _ in clock.timer(interval: interval) { await send(.roundBegan) }
        }
        .cancellable(id: CancelID.rounds, cancelInFlight: true)

      case .roundBegan:
        guard state.begunCount < state.rounds else { return .cancel(id: CancelID.rounds) }
        // A round waits for the gauges of the one before.
        guard state.begunCount == state.roundCount else { return .none }
        state.begunCount += 1
        let round = state.roundCount
        return .merge(
          state.gauges.ids.map {
            .send(.gauges(.element(id: $0, action: .measure(round: round))))
          })

      case .gauges:
        return .none
      }
    }
    .forEach(\.gauges, action: \.gauges) {
      Gauge().hosted(interrupted: .interrupted)
    }
  }
}
