import IssueReporting
import Pando
import Testing

/// The samples of the page on `ifLet`, in their order.
@Suite("Page: ifLet")
struct IfLetPageTests {
  @Test("Basic optional child feature")
  func basicOptionalChildFeature() {
    let store = Store(initialState: Feature.State()) { Feature() }
    store.send(.showDetailTapped)
    #expect(store.state.detail?.description == "")
    store.send(.detail(.descriptionChanged("a tree")))
    #expect(store.state.detail?.description == "a tree")
    store.send(.detail(.closeButtonTapped))
    #expect(store.state.detail == nil)
    store.send(.showDetailTapped)
    store.send(.hideDetail)
    #expect(store.state.detail == nil)
  }

  @Test("Sheet presentation with effects: what is saved comes back, and the sheet goes")
  func sheetPresentationWithEffects() async {
    let store = Store(initialState: Profile.State(name: "Blob", email: "blob@example.org")) {
      Profile()
    } withDependencies: {
      $0.apiClient = APIClient { _, _ in }
    }
    store.send(.editButtonTapped)
    store.send(.editForm(.nameChanged("Blob Jr.")))
    store.send(.editForm(.emailChanged("junior@example.org")))
    let saving = store.send(.editForm(.saveButtonTapped))
    await saving.finish()
    #expect(store.state.name == "Blob Jr.")
    #expect(store.state.email == "junior@example.org")
    #expect(store.state.editForm == nil)
  }

  @Test("Sheet presentation with effects: what cannot be saved leaves the sheet open")
  func sheetThatFails() async {
    struct Offline: Error {}
    let store = Store(initialState: Profile.State(name: "Blob", email: "blob@example.org")) {
      Profile()
    } withDependencies: {
      $0.apiClient = APIClient { _, _ in throw Offline() }
    }
    store.send(.editButtonTapped)
    store.send(.editForm(.nameChanged("Blob Jr.")))
    await store.send(.editForm(.saveButtonTapped)).finish()
    #expect(store.state.name == "Blob")
    #expect(store.state.editForm?.isSaving == false)
    #expect(store.state.editForm?.name == "Blob Jr.")
  }

  @Test("Alerts and confirmation dialogs: the alert goes after a button, and when it is dismissed")
  func alertsAndConfirmationDialogs() {
    let store = Store(initialState: Items.State(items: ["a", "b"])) { Items() }
    store.send(.deleteButtonTapped("a"))
    #expect(store.state.alert?.title == TextState("Delete this item?"))
    #expect(store.state.alert?.buttons.map(\.role) == [.destructive])
    store.send(.alert(.presented(.confirmDeletion)))
    #expect(store.state.alert == nil)
    store.send(.confirmDelete("a"))
    #expect(store.state.items == ["b"])
    store.send(.deleteButtonTapped("b"))
    store.send(.alert(.dismiss))
    #expect(store.state.alert == nil)
  }

  @Test("Order of operations: the child runs first, the parent second")
  func orderOfOperations() {
    let log = Log()
    struct Child: Reducer {
      let log: Log
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        log.note("child \(state)")
        state += action
        return .none
      }
    }
    let parent = Reduce<[Int?], Int> { state, action in
      // This runs AFTER the child reducer
      // Safe to nil out child state here
      log.note("parent \(state[0] ?? -1)")
      state[0] = nil
      return .none
    }
    .ifLet(\.[0], action: \.self) {
      Child(log: log)  // This runs FIRST
    }
    let store = Store(initialState: [Optional(1)]) { parent }
    store.send(4)
    #expect(log.entries == ["child 1", "parent 5"])
    #expect(store.state == [nil])
  }

  @Test("Effect cancellation: the child's effects end when its state becomes nil")
  func effectCancellation() async {
    let log = Log()
    let child = Reduce<Int, Bool> { _, _ in
      .run { _ in
        log.note("started")
        let (forever, continuation) = AsyncStream<Never>.makeStream()
        for await _ in forever {}
        withExtendedLifetime(continuation) {}
        log.note(Task.isCancelled ? "cancelled" : "ended")
      }
    }
    let store = Store(initialState: Optional(1)) {
      Reduce<Int?, Bool> { state, isStarting in
        if !isStarting { state = nil }
        return .none
      }
      .ifLet(\.self, action: \.self) { child }
    }
    let starting = store.send(true)
    while log.entries != ["started"] { await Task.yield() }
    store.send(false)
    await starting.finish()
    #expect(log.entries == ["started", "cancelled"])
  }

  @Test("Runtime warnings: in the words of the page, with file and line")
  func runtimeWarnings() {
    let store = Store(initialState: Optional<Int>.none) {
      Reduce<Int?, Bool> { _, _ in .none }.ifLet(\.self, action: \.self) { EmptyReducer() }
    }
    let line = #line - 2
    withKnownIssue {
      _ = store.send(true)
    } matching: {
      $0.description.contains(
        """
        An "ifLet" at "ReferenceTests/IfLetPageTests.swift:\(line)" received a child action when child \
        state was "nil".
        """)
    }
  }

  @Test("Integration with views: the detail is shown while it is there")
  func viewIntegration() {
    struct DetailView: StoreView {
      let store: StoreOf<Detail>
      var body: Page {
        WithViewStore(store, observe: { $0.description }) { Text("Detail: \($0.state)") }
      }
    }
    struct FeatureView: StoreView {
      let store: StoreOf<Feature>
      let pressed: (Button) -> Void

      var body: Page {
        WithViewStore(store, observe: { $0.items }) { viewStore in
          let button = Button("Show Detail") {
            viewStore.send(.showDetailTapped)
          }
          let _ = pressed(button)
          button
        }
        IfLetStore(store.scope(state: \.detail, action: \.detail)) { detailStore in
          DetailView(store: detailStore)
        }
      }
    }
    let store = Store(initialState: Feature.State()) { Feature() }
    var buttons: [Button] = []
    let view = FeatureView(store: store) { buttons.append($0) }
    #expect(view.body == Page("[Show Detail]"))
    buttons[0].action()
    #expect(view.body == Page("[Show Detail]", "Detail: "))
  }
}
