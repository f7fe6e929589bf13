import ArgumentParser
import Pando
import PandoCluster
import Stations

/// The command `stations`.
@main
struct StationsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { StationSearch() }
  }

  static func app() async throws {
    let options = StationsOptions.parseOrExit()
    let store = Store(initialState: Travel.State()) {
      Travel()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    for name in options.names { await show(name, in: store) }
    print("Looked at: \(store.state.recent.joined(separator: ", "))")
    await store.stop()
  }

  /// Types a name letter by letter, and shows the trains of the first station that is found.
  private static func show(_ name: String, in store: StoreOf<Travel>) async {
    for length in 1...name.count {
      store.send(.search(.queryChanged(String(name.prefix(length)))))
    }
    for await state in store.states where state.search.query == name && !state.search.isSearching {
      break
    }
    if let problem = store.state.search.problem { print(problem) }
    guard let station = store.state.search.stations.first else {
      print("No station begins with \(name).")
      return
    }
    await store.send(.search(.stationTapped(station.id))).finish()
    print(station.name)
    for departure in store.state.search.departures {
      print("  in \(departure.minute) minutes to \(departure.destination)")
    }
  }
}

/// The command line.
struct StationsOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stations",
    abstract: "Look for stations, and for the trains that leave there.")

  @Option(help: "How many worker processes host the search; 0 hosts it in this one.")
  var workers = 1

  @Argument(help: "The beginnings of names.")
  var names = ["asp", "oak"]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    guard !names.contains("") else { throw ValidationError("A name has letters.") }
  }
}
