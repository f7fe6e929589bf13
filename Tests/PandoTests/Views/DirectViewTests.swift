import Pando
import Synchronization
import Testing

@Suite("Views that read their store", .timeLimit(.minutes(15)))
struct DirectViewTests {
  struct FormView: StoreView {
    let store: StoreOf<Form>

    var body: Lines {
      Lines(store.name)
      WithViewStore(store, observe: \.isOn) { Lines($0.state ? "on" : "off") }
    }
  }

  struct LampView: StoreView {
    let store: StoreOf<Lamp>

    var body: Lines { Lines(store.state.isOn ? "on" : "off") }
  }

  @Test("are rendered again when a field that they read has changed", arguments: [false, true])
  func fields(isHosted: Bool) async {
    let app = Store(initialState: FormApp.State()) { FormApp(isHosted: isHosted) }
    let store = app.scope(state: \.form, action: \.form)
    let renderCount = Mutex(0)
    let renderer = ViewRenderer(store) { store in
      renderCount.withLock { $0 += 1 }
      return FormView(store: store)
    }
    var frames = renderer.makeAsyncIterator()
    #expect(await frames.next() == Lines("", "off"))
    await store.send(.binding(.set(\.address, Form.State.Address(street: "Elm")))).finish()
    await store.send(.binding(.set(\.name, "a"))).finish()
    #expect(await frames.next() == Lines("a", "off"))
    await store.send(.binding(.set(\.isOn, true))).finish()
    #expect(await frames.next() == Lines("a", "on"))
    await store.send(.nameChanged("b")).finish()
    #expect(await frames.next() == Lines("b!", "on"))
    #expect(renderCount.withLock { $0 } == 4)
    await app.stop()
  }

  @Test("are rendered again after commits when their state is plain")
  func plain() async {
    let store = Store(initialState: Lamp.State(id: 1)) { Lamp() }
    var frames = ViewRenderer(store, view: LampView.init).makeAsyncIterator()
    #expect(await frames.next() == Lines("off"))
    store.send(.toggle)
    #expect(await frames.next() == Lines("on"))
  }

  @Test("are rendered again by a change that comes while they wait")
  func waiting() async {
    let store = Store(initialState: Form.State()) { Form() }
    let shown = Mutex<[String]>([])
    let frames = Task {
      for await frame in ViewRenderer(store, view: FormView.init) {
        shown.withLock { $0.append(frame.lines[0]) }
        if frame.lines[0] == "end!" { return }
      }
    }
    for number in 0..<50 {
      store.send(.nameChanged("\(number)"))
      await Task.yield()
    }
    store.send(.nameChanged("end"))
    await frames.value
    #expect(shown.withLock { $0 }.last == "end!")
  }
}
