package import Pando

/// Changes the settings. It is hosted, too: what it changes in its worker is changed for all.
@Reducer
package struct SettingsForm {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    @Shared package var settings: Settings

    package init(settings: Shared<Settings>) {
      _settings = settings
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case unitPicked(Settings.Unit)
    case digitsPicked(Int)
    case doneButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .unitPicked(let unit):
        state.$settings.withLock { $0.unit = unit }
        return .none
      case .digitsPicked(let digits):
        state.$settings.withLock { $0.digits = min(max(0, digits), 3) }
        return .none
      case .doneButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}
