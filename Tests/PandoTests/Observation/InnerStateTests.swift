import Pando
import Testing

@Suite("Observing something inside of a hosted state that is not observable")
struct InnerStateTests {
  @Reducer
  struct Plain {
    @ObservableState
    struct Inner: Codable, Equatable, Sendable { var count = 0 }

    struct State: Codable, Equatable, Sendable {
      var text = ""
      var inner = Inner()
    }

    enum Action: Codable, Equatable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.inner.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Root {
    struct State: Equatable, Sendable { var plain = Plain.State() }
    enum Action: Sendable { case plain(Plain.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: \.plain) { Plain().hosted() }
    }
  }

  @Reducer
  struct ObservableRoot {
    @ObservableState
    struct State: Equatable, Sendable { var plain = Plain.State() }
    enum Action: Sendable { case plain(Plain.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: \.plain) { Plain().hosted() }
    }
  }

  @Test("tells of its changes to who reads it in an observable parent", arguments: [0, 4_000])
  func innerOfObservable(textBytes: Int) async {
    let text = String(repeating: "x", count: textBytes)
    let store = Store(initialState: ObservableRoot.State(plain: Plain.State(text: text))) {
      ObservableRoot()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    let watch = Watch { store.plain.inner.count }
    for count in 1...3 {
      await store.send(.plain(.up)).finish()
      #expect(watch.takeCount() == 1)
      #expect(store.plain.inner.count == count)
    }
    await store.stop()
  }

  @Test("tells of its changes, however large the state is", arguments: [0, 4_000])
  func inner(textBytes: Int) async {
    let text = String(repeating: "x", count: textBytes)
    let store = Store(initialState: Root.State(plain: Plain.State(text: text))) {
      Root()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    let watch = Watch { store.state.plain.inner.count }
    for count in 1...3 {
      await store.send(.plain(.up)).finish()
      #expect(watch.takeCount() == 1)
      #expect(store.state.plain.inner.count == count)
    }
    await store.stop()
  }
}
