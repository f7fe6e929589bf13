import Pando
import PandoTesting
import Testing

@Suite("Binding actions by key path")
struct BindingPathTests {
  private func store(_ isHosted: Bool) -> TestStoreOf<FormApp> {
    TestStore(initialState: FormApp.State()) { FormApp(isHosted: isHosted) }
  }

  @Test("are sent, and received, by the property that they set", arguments: [false, true])
  func sending(isHosted: Bool) async {
    let store = store(isHosted)
    await store.send(\.form.binding.name, "Blob") {
      $0.form.name = "Blob"
      $0.form.log = ["name Blob"]
    }
    await store.send(.form(.set(\.isOn, true))) {
      $0.form.isOn = true
      $0.form.log = ["name Blob", "other"]
    }
  }

  @Test("match the property alone")
  func matching() {
    let action = Form.Action.set(\.name, "Blob")
    #expect(action == .binding(.set(\.name, "Blob")))
    #expect(action.is(\.binding.name))
    #expect(!action.is(\.binding.isOn))
    #expect(action[case: \.binding.name] == "Blob")
    #expect(action[case: \.binding.isOn] == nil)
  }

  @Test("are shown as they are written")
  func description() {
    #expect("\(BindingAction<Form.State>.set(\.name, "Blob"))" == #".set(\.name, "Blob")"#)
    var text = ""
    dump(Form.Action.set(\.isOn, true), to: &text)
    #expect(text.contains(#".set(\.isOn, true)"#))
  }
}
