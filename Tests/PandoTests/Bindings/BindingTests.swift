import Observation
import Pando
import Testing

@Reducer
struct Form {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name = ""
    var isOn = false
    var address = Address()
    var log: [String] = []

    struct Address: Codable, Equatable, Sendable {
      var street = ""
    }
  }
  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case nameChanged(String)
    case clear
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name): state.log.append("name \(state.name)")
      case .binding: state.log.append("other")
      case .nameChanged(let name): state.name = name + "!"
      case .clear: state = State()
      }
      return .none
    }
  }
}

@Reducer
struct FormApp {
  @ObservableState
  struct State: Equatable, Sendable {
    var form = Form.State()
  }
  enum Action: Sendable {
    case form(Form.Action)
  }
  var isHosted = false

  var body: some ReducerOf<Self> {
    Scope(state: \.form, action: \.form) {
      if isHosted { Form().hosted() } else { Form() }
    }
  }
}

@Suite("Bindings")
struct BindingTests {
  private func store() -> StoreOf<Form> {
    Store(initialState: Form.State()) { Form() }
  }

  @Test("a property of a store can be set, which sends a binding action")
  func property() {
    let store = store()
    let name = Watch { store.name }
    store.name = "Blob"
    store.isOn = true
    #expect(store.name == "Blob")
    #expect(store.isOn)
    #expect(store.log == ["name Blob", "other"])
    #expect(name.takeCount() == 1)
  }

  @Test("$store has a binding for each property")
  func bindable() {
    @Bindable var store = store()
    let name = $store.name
    name.wrappedValue = "a"
    #expect(store.name == "a")
    #expect(name.wrappedValue == "a")
    let street = $store.address.street
    street.wrappedValue = "Elm"
    #expect(store.address.street == "Elm")
    #expect(store.log == ["name a", "other"])
    $store.isOn.wrappedValue.toggle()
    #expect(store.isOn)
  }

  @Test("a binding may send an action of its own")
  func sending() {
    let store = store()
    let name = store.binding(\.name, sending: \.nameChanged)
    name.wrappedValue = "a"
    #expect(name.wrappedValue == "a!")
  }

  @Test("the case of an action is found with and without the macro")
  func extraction() {
    enum Bare: BindableAction {
      case binding(BindingAction<Form.State>)
      case other(Int)
    }
    #expect(Bare.binding(.set(\.name, "a")).binding == .set(\.name, "a"))
    #expect(Bare.other(1).binding == nil)
    #expect(Form.Action.binding(.set(\.name, "a")).binding == .set(\.name, "a"))
    #expect(Form.Action.clear.binding == nil)
  }

  @Test("a binding action crosses to another process by the name of its property")
  func coding() throws {
    let action = Form.Action.binding(.set(\.name, "Blob"))
    let bytes = try WireEncoder.encode(action)
    let decoded = try WireDecoder.decode(Form.Action.self, from: bytes)
    #expect(decoded == action)
    var state = Form.State()
    decoded.binding?.set(&state)
    #expect(state.name == "Blob")
  }

  @Test("one that cannot cross says what to do")
  func uncodable() {
    let nested = BindingAction<Form.State>.set(\.address.street, "Elm")
    #expect {
      try WireEncoder.encode(nested)
    } throws: { error in
      "\(error)".contains("of properties inside properties, set the whole")
    }
  }

  @Test("a hosted feature has bindings too")
  func hosted() async {
    let store = Store(initialState: FormApp.State()) {
      FormApp(isHosted: true)
    } withDependencies: {
      $0.hosting = .inProcess
    }
    let form = store.scope(state: \.form, action: \.form)
    let name = Watch { form.name }
    let isOn = Watch { form.isOn }
    await form.send(.binding(.set(\.name, "Blob"))).finish()
    #expect(form.name == "Blob")
    #expect(form.log == ["name Blob"])
    #expect([name, isOn].map { $0.takeCount() } == [1, 0])
    await store.stop()
  }

  @Test("bindings in a case of an action are found")
  func nested() {
    enum Outer: CasePathable {
      case view(Form.Action)
      struct AllCasePaths: Sendable {
        var view: AnyCasePath<Outer, Form.Action> {
          AnyCasePath(
            embed: { .view($0) },
            extract: { if case .view(let action) = $0 { action } else { nil } })
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let reducer = BindingReducer<Form.State, Outer, Form.Action>(action: \.view)
    var state = Form.State()
    _ = reducer.reduce(into: &state, action: .view(.binding(.set(\.isOn, true))))
    #expect(state.isOn)
  }
}
