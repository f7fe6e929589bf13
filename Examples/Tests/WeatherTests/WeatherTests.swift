import ExampleTestSupport
import PandoTesting
import Testing
import Weather

@Suite("Settings that screens share")
struct WeatherTests {
  private let storage = FileStorage.inMemory
  private let file = URL(fileURLWithPath: "/weather.json")

  @Test("a panel shows what was measured, as the settings have it", arguments: Place.allCases)
  func measured(place: Place) async {
    let store = weather(place)
    await measure(-3.25, at: "Aspen", "-3 C", in: store)
    await store.send(.measured(place: "Aspen", celsius: 4))
    await store.receive(\.panels[id: "Aspen"].measured, 4) {
      $0.panels[id: "Aspen"]?.celsius = 4
      $0.panels[id: "Aspen"]?.text = "4 C"
    }
    await store.finish()
  }

  @Test("what the form changes in its worker is changed for every panel", arguments: Place.allCases)
  func changed(place: Place) async {
    let store = weather(place)
    await measure(20, at: "Aspen", "20 C", in: store)
    await measure(0.5, at: "Birch", "0 C", in: store)
    await store.send(.settingsButtonTapped) {
      $0.form = SettingsForm.State(settings: $0.$settings)
    }
    await store.send(\.form.unitPicked, .fahrenheit) {
      $0.$settings.withLock { $0.unit = .fahrenheit }
    }
    await showAgain(["Aspen": "68 F", "Birch": "33 F"], in: store)
    await store.send(\.form.digitsPicked, 9) { $0.$settings.withLock { $0.digits = 3 } }
    await showAgain(["Aspen": "68.000 F", "Birch": "32.900 F"], in: store)
    await store.send(\.form.doneButtonTapped)
    await store.receive(\.form.dismiss) { $0.form = nil }
    await store.finish()
  }

  @Test("the settings are there again the next time", arguments: Place.allCases)
  func kept(place: Place) async throws {
    let first = weather(place)
    await first.send(.settingsButtonTapped) {
      $0.form = SettingsForm.State(settings: $0.$settings)
    }
    await first.send(\.form.unitPicked, .kelvin) { $0.$settings.withLock { $0.unit = .kelvin } }
    try await first.state.$settings.save()
    await first.finish()
    let second = weather(place)
    #expect(second.state.settings.unit == .kelvin)
    await measure(0, at: "Aspen", "273 K", in: second)
    await second.finish()
  }

  private func measure(
    _ celsius: Double, at place: String, _ text: String, in store: TestStoreOf<Weather>
  ) async {
    await store.send(.measured(place: place, celsius: celsius)) {
      $0.panels.append(Panel.State(place: place, settings: $0.$settings))
    }
    await store.receive(\.panels[id: place].measured, celsius) {
      $0.panels[id: place]?.celsius = celsius
      $0.panels[id: place]?.text = text
    }
  }

  /// Every panel hears of the change, in the order of the panels.
  private func showAgain(
    _ texts: KeyValuePairs<String, String>, in store: TestStoreOf<Weather>
  ) async {
    for (place, text) in texts {
      await store.receive(\.panels[id: place].settingsChanged) {
        $0.panels[id: place]?.text = text
      }
    }
  }

  private func weather(_ place: Place) -> TestStoreOf<Weather> {
    withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      TestStore(initialState: Weather.State(file: file), faults: place.faults) {
        Weather()
      } withDependencies: {
        place.prepare(&$0)
      }
    }
  }
}
