import Pando
import PandoTesting
import Testing

@Suite("Bindings of a test's store")
struct TestStoreBindingTests {
  @Reducer
  struct Framed {
    @ObservableState
    struct State: Equatable, Sendable {
      var name = ""
    }
    @CasePathable
    enum Action: Sendable {
      case view(View)

      @CasePathable
      enum View: BindableAction, Sendable { case binding(BindingAction<State>) }
    }

    var body: some ReducerOf<Self> {
      BindingReducer(action: \.view)
    }
  }

  /// As a view would take them.
  private func isReady(_ name: StoreBinding<String>) -> Bool { !name.wrappedValue.isEmpty }

  @Test("read what the test has asserted")
  func read() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    #expect(!isReady(store.bindings.name))
    await store.send(.binding(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.log = ["name Blob"]
    }
    #expect(isReady(store.bindings.name))
    #expect(store.bindings.address.street.wrappedValue == "")
  }

  @Test("set a copy")
  func set() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    let bindings = store.bindings
    bindings.name.wrappedValue = "Blob"
    #expect(bindings.name.wrappedValue == "Blob")
    #expect(store.bindings.name.wrappedValue == "")
    await store.send(.clear)
  }

  @Test("of a case of the action")
  func nested() async {
    let store = TestStore(initialState: Framed.State()) { Framed() }
    await store.send(.view(.binding(.set(\.name, "Blob")))) { $0.name = "Blob" }
    let bindings = store.bindings(action: \.view)
    #expect(isReady(bindings.name))
    bindings.name.wrappedValue = ""
    #expect(!isReady(bindings.name))
    #expect(store.state.name == "Blob")
  }
}
