import ExampleTestSupport
import PandoTesting
import Stations
import Testing

@Suite("The search for stations")
struct StationsTests {
  private let clock = TestClock()

  @Test("finds what begins as typed, once nobody types any more", arguments: Place.allCases)
  func finds(place: Place) async {
    let store = travel(place)
    await store.send(\.search.queryChanged, "Ash") {
      $0.search.query = "Ash"
      $0.search.isSearching = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.search.stationsFound.success, [TimetableClient.ashfield]) {
      $0.search.isSearching = false
      $0.search.stations = [TimetableClient.ashfield]
    }
    await store.finish()
  }

  @Test("gives up what it searches when more is typed", arguments: Place.allCases)
  func givesUp(place: Place) async {
    let store = travel(place)
    await store.send(\.search.queryChanged, "A") {
      $0.search.query = "A"
      $0.search.isSearching = true
    }
    await clock.advance(by: .milliseconds(300))
    await search("As", in: store)
    await store.finish()
  }

  @Test("is over when nothing is typed any more", arguments: Place.allCases)
  func ends(place: Place) async {
    let store = travel(place)
    await store.send(\.search.queryChanged, "A") {
      $0.search.query = "A"
      $0.search.isSearching = true
    }
    await store.send(\.search.queryChanged, "") {
      $0.search.query = ""
      $0.search.isSearching = false
    }
    await store.finish()
  }

  @Test("shows the trains of a station, and the program remembers it", arguments: Place.allCases)
  func departures(place: Place) async {
    let store = travel(place)
    await search("As", in: store)
    let trains = [Departure(minute: 4, destination: "Ashfield")]
    await store.send(\.search.stationTapped, "ASP") { $0.search.chosen = "ASP" }
    await store.receive(\.search.departuresFound.success, trains) {
      $0.search.departures = trains
      $0.recent = ["Aspen Hill"]
    }
    await store.finish()
  }

  @Test("says what went wrong", arguments: Place.allCases)
  func problem(place: Place) async {
    let store = travel(place)
    await search("As", in: store)
    await store.send(\.search.stationTapped, "ASH") { $0.search.chosen = "ASH" }
    await store.receive(\.search.departuresFound.failure) {
      $0.search.problem = "There is no station ASH."
    }
    await store.finish()
  }

  @Test("asks once for what is typed quickly", arguments: [Place.inPlace, .failing])
  func debounces(place: Place) async {
    let asked = LockIsolated<[String]>([])
    let store = travel(place) { text in
      asked.withValue { $0.append(text) }
      return []
    }
    for query in ["As", "Asp", "Aspen"] {
      await store.send(\.search.queryChanged, query) {
        $0.search.query = query
        $0.search.isSearching = true
      }
      await clock.advance(by: .milliseconds(299))
    }
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.search.stationsFound.success) { $0.search.isSearching = false }
    #expect(asked.value == ["Aspen"])
    await store.finish()
  }

  @Test("is asked again when the worker dies that asked")
  func interrupted() async {
    let store = travel(.failing, faults: FaultPlan([:], workers: 2))
    await store.send(\.search.queryChanged, "Asp") {
      $0.search.query = "Asp"
      $0.search.isSearching = true
    }
    store.faults.killWorker()
    await store.receive(\.search.interrupted)
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.search.stationsFound.success) {
      $0.search.isSearching = false
      $0.search.stations = [TimetableClient.aspenHill]
    }
    await store.finish()
  }

  private func search(_ query: String, in store: TestStoreOf<Travel>) async {
    await store.send(\.search.queryChanged, query) {
      $0.search.query = query
      $0.search.isSearching = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.search.stationsFound.success) {
      $0.search.isSearching = false
      $0.search.stations = [TimetableClient.ashfield, TimetableClient.aspenHill]
    }
  }

  private func travel(
    _ place: Place, faults: FaultPlan? = nil,
    stations: (@Sendable (String) async throws -> [Station])? = nil
  ) -> TestStoreOf<Travel> {
    TestStore(initialState: Travel.State(), faults: faults ?? place.faults) {
      Travel()
    } withDependencies: {
      place.prepare(&$0) {
        $0.continuousClock = clock
        $0.timetable = .previewValue
        if let stations { $0.timetable.stations = stations }
      }
    }
  }
}
