import Pando
import PandoTesting
import Testing

@Suite("A test store of a feature that dismisses itself")
struct RootDismissalTests {
  @Test("ends its effects and knows that it is dismissed")
  func root() async {
    let store = TestStore(initialState: .init()) { Sheet() }
    await store.send(.appeared)
    #expect(!store.isDismissed)
    await store.send(.closeButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test(
    "is dismissed by a child that has no parent but it, hosted or not", arguments: Place.allCases)
  func childOfScope(_ place: Place) async {
    let store = TestStore(initialState: Sheet.State()) {
      Scope(state: \.self, action: \.self) {
        if place == .hosted { Sheet().hosted() } else { Sheet() }
      }
    }
    await store.send(.appeared)
    #expect(!store.isDismissed)
    await store.send(.closeButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test(
    "is presented for a feature that asks, unless the test says otherwise",
    arguments: [true, false])
  func isPresented(_ isPresented: Bool) async {
    let store = TestStore(initialState: Asking.State()) {
      Asking()
    } withDependencies: {
      if !isPresented { $0.isPresented = false }
    }
    await store.send(.done)
    if !isPresented { await store.receive(.left) }
    await store.finish()
    #expect(store.isDismissed == isPresented)
  }

  @Test("takes no further action")
  func further() async {
    let store = TestStore(initialState: .init()) { Sheet() }
    await store.send(.closeButtonTapped)
    await store.finish()
    let texts = await failures { await store.send(.appeared).finish() }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Can't send action to dismissed test store.") == true)
    #expect(texts.first?.contains("Sheet.Action.appeared") == true)
  }

  @Test("is not dismissed by a child that it presents")
  func child() async {
    let store = TestStore(initialState: Host.State(sheet: Sheet.State())) { Host() }
    await store.send(.sheet(.presented(.closeButtonTapped)))
    await store.receive(\.sheet.dismiss) { $0.sheet = nil }
    #expect(!store.isDismissed)
  }
}

@Reducer
private struct Asking {
  struct State: Codable, Equatable {}
  enum Action: Codable, Equatable { case done, left }
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .done:
        .run { send in if isPresented { await dismiss() } else { await send(.left) } }
      case .left: .none
      }
    }
  }
}

@Reducer
private struct Sheet {
  struct State: Codable, Equatable {}
  enum Action: Codable { case appeared, closeButtonTapped }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .appeared: .run { _ in try await Task.sleep(for: .seconds(1_000)) }
      case .closeButtonTapped: .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
private struct Host {
  struct State: Equatable { @Presents var sheet: Sheet.State? }
  enum Action { case sheet(PresentationAction<Sheet.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$sheet, action: \.sheet) { Sheet() }
  }
}
