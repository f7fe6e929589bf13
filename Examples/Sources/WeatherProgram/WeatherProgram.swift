import ArgumentParser
import Foundation
import Pando
import PandoCluster
import Weather

/// The command `weather`.
@main
struct WeatherProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Panel() }
    Feature { SettingsForm() }
  }

  static func app() async throws {
    let options = WeatherOptions.parseOrExit()
    let store = Store(initialState: Weather.State(file: URL(fileURLWithPath: options.file))) {
      Weather()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    for measure in options.measures {
      await store.send(.measured(place: measure.place, celsius: measure.celsius)).finish()
    }
    show(store.state)
    await choose(options, in: store)
    try await store.state.$settings.save()
    await store.stop()
  }

  /// Opens the form where something is to be changed, and shows what came of it.
  private static func choose(_ options: WeatherOptions, in store: StoreOf<Weather>) async {
    guard options.unit != nil || options.digits != nil else { return }
    await store.send(.settingsButtonTapped).finish()
    if let unit = options.unit {
      await store.send(.form(.presented(.unitPicked(unit)))).finish()
    }
    if let digits = options.digits {
      await store.send(.form(.presented(.digitsPicked(digits)))).finish()
    }
    await store.send(.form(.presented(.doneButtonTapped))).finish()
    print("The settings are \(store.state.settings.unit), \(store.state.settings.digits) digits:")
    show(store.state)
  }

  private static func show(_ state: Weather.State) {
    for panel in state.panels { print("\(panel.id): \(panel.text)") }
  }
}
