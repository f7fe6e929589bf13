import Foundation
package import Pando

/// Shows the temperature of one place, as the settings have it. It is hosted, and the settings go with it.
@Reducer
package struct Panel {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: String
    @Shared package var settings: Settings
    package var celsius: Double?
    package var text = "-"

    package init(place: String, settings: Shared<Settings>) {
      id = place
      _settings = settings
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case measured(celsius: Double)
    /// Somebody else has changed the settings.
    case settingsChanged
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .measured(let celsius) = action { state.celsius = celsius }
      state.text = state.celsius.map { Self.text($0, state.settings) } ?? "-"
      return .none
    }
  }

  private static func text(_ celsius: Double, _ settings: Settings) -> String {
    let (value, unit) =
      switch settings.unit {
      case .celsius: (celsius, "C")
      case .fahrenheit: (celsius * 9 / 5 + 32, "F")
      case .kelvin: (celsius + 273.15, "K")
      }
    return String(format: "%.\(settings.digits)f \(unit)", value)
  }
}
