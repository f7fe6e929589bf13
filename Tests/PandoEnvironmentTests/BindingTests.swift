import Pando
import PandoEnvironment
import Testing

private struct Settings: Equatable, Sendable {
  var name = ""
  var isOn = false
  var log: [String] = []
}

@CasePathable
private enum SettingsAction: BindableAction, Equatable, Sendable {
  case binding(BindingAction<Settings>)
  case reset
}

private let reducer = Reducer<Settings, SettingsAction, Void> { state, action, _ in
  switch action {
  case .binding(\.name): state.log.append("name \(state.name)")
  case .binding: state.log.append("other")
  case .reset: state = Settings()
  }
  return .none
}

@Suite("binding() and binding(action:)")
struct BindingTests {
  @Test("a binding action sets its property before the reducer runs")
  func setting() {
    var state = Settings()
    _ = reducer.binding().run(&state, .binding(.set(\.name, "Blob")), ())
    _ = reducer.binding().run(&state, .binding(.set(\.isOn, true)), ())
    #expect(state == Settings(name: "Blob", isOn: true, log: ["name Blob", "other"]))
    _ = reducer.binding().run(&state, .reset, ())
    #expect(state == Settings())
  }

  @Test("without binding() nothing is set")
  func without() {
    var state = Settings()
    _ = reducer.run(&state, .binding(.set(\.name, "Blob")), ())
    #expect(state.name == "")
  }

  @Test("binding actions are equal when they set the same property to the same value")
  func equality() {
    #expect(BindingAction<Settings>.set(\.name, "a") == .set(\.name, "a"))
    #expect(BindingAction<Settings>.set(\.name, "a") != .set(\.name, "b"))
    #expect(BindingAction<Settings>.set(\.isOn, true) != .set(\.name, "a"))
    #expect(BindingAction<Settings>.set(\.name, "a").keyPath as AnyKeyPath == \Settings.name)
    #expect(BindingAction<Settings>.set(\.name, "a").value as? String == "a")
  }

  @available(*, deprecated)
  private func makeExplicit() -> Reducer<Settings, SettingsAction, Void> {
    reducer.binding(action: { if case .binding(let action) = $0 { action } else { nil } })
  }

  @available(*, deprecated)
  @Test("the deprecated form is told how to find the binding action")
  func explicit() {
    var state = Settings()
    _ = makeExplicit().run(&state, .binding(.set(\.name, "Blob")), ())
    #expect(state.log == ["name Blob"])
  }
}
