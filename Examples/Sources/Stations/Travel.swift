package import Pando

/// The program: a hosted search, and the stations that were looked at.
@Reducer
package struct Travel {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var search = StationSearch.State()
    package var recent: [String] = []

    package init() {}
  }

  package enum Action: Sendable {
    case search(StationSearch.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.search, action: \.search) {
      StationSearch().hosted(interrupted: .interrupted)
    }
    Reduce { state, action in
      switch action {
      case .search(.departuresFound(.success)):
        guard let chosen = state.search.chosen, let station = state.search.stations[id: chosen]
        else { return .none }
        state.recent.removeAll { $0 == station.name }
        state.recent.insert(station.name, at: 0)
        return .none

      case .search:
        return .none
      }
    }
  }
}
