package import Pando

/// Looks for stations while their name is typed, and for the trains of the one that is chosen.
@Reducer
package struct StationSearch {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package var query = ""
    package var isSearching = false
    package var stations: IdentifiedArrayOf<Station> = []
    package var chosen: Station.ID?
    package var departures: [Departure] = []
    package var problem: String?

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    case queryChanged(String)
    case stationsFound(TaskResult<[Station]>)
    case stationTapped(Station.ID)
    case departuresFound(TaskResult<[Departure]>)
    /// The worker died while it searched.
    case interrupted
  }

  enum CancelID: Codable, Hashable { case search, departures }

  @Dependency(\.timetable) var timetable

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.problem = nil
        state.isSearching = !query.isEmpty
        guard state.isSearching else {
          state.stations = []
          return .cancel(id: CancelID.search)
        }
        return search(query)

      case .stationsFound(.success(let stations)):
        state.isSearching = false
        state.stations = IdentifiedArray(uniqueElements: stations)
        return .none

      case .stationTapped(let id):
        guard state.stations[id: id] != nil else { return .none }
        state.chosen = id
        state.departures = []
        return departures(from: id)

      case .departuresFound(.success(let departures)):
        state.departures = departures
        return .none

      case .stationsFound(.failure(let error)), .departuresFound(.failure(let error)):
        state.isSearching = false
        state.problem = "\(error)"
        return .none

      case .interrupted:
        return .merge(
          state.isSearching ? search(state.query) : .none,
          state.departures.isEmpty ? state.chosen.map(departures) ?? .none : .none)
      }
    }
  }

  /// Searches once nothing has been typed for a while. What is searched already is given up.
  private func search(_ query: String) -> Effect<Action> {
    .run { send in
      await send(.stationsFound(TaskResult { try await timetable.stations(named: query) }))
    }
    .debounce(id: CancelID.search, for: .milliseconds(300))
  }

  private func departures(from id: Station.ID) -> Effect<Action> {
    .run { send in
      await send(.departuresFound(TaskResult { try await timetable.departures(from: id) }))
    }
    .cancellable(id: CancelID.departures, cancelInFlight: true)
  }
}
