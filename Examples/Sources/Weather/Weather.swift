package import Foundation
package import Pando

/// The program: a panel for each place, and a form for the settings above them.
@Reducer
package struct Weather {
  @ObservableState
  package struct State: Equatable, Sendable {
    @Shared package var settings: Settings
    package var panels: IdentifiedArrayOf<Panel.State> = []
    @Presents package var form: SettingsForm.State?

    package init(file: URL) {
      _settings = Shared(.settings(in: file))
    }
  }

  package enum Action: Sendable {
    case measured(place: String, celsius: Double)
    case settingsButtonTapped
    case panels(IdentifiedActionOf<Panel>)
    case form(PresentationAction<SettingsForm.Action>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .measured(let place, let celsius):
        if state.panels[id: place] == nil {
          state.panels.append(Panel.State(place: place, settings: state.$settings))
        }
        return .send(.panels(.element(id: place, action: .measured(celsius: celsius))))

      case .settingsButtonTapped:
        state.form = SettingsForm.State(settings: state.$settings)
        return .none

      case .form(.presented(.unitPicked)), .form(.presented(.digitsPicked)):
        return .merge(
          state.panels.ids.map { .send(.panels(.element(id: $0, action: .settingsChanged))) })

      case .panels, .form:
        return .none
      }
    }
    .forEach(\.panels, action: \.panels) { Panel().hosted() }
    .ifLet(\.$form, action: \.form) { SettingsForm().hosted() }
  }
}
