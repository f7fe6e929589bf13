import Pando
import Testing

/// The sample of the page on `ifLet(_:action:destination:)`, and what the page says of it.
@Suite("Page: ifLet with presentation")
struct IfLetPresentationPageTests {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable {
      var count = 0
    }

    enum Action {
      case up
      case closeTapped
      case endless
    }

    @Dependency(\.dismiss) var dismiss
    let log: Log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.count += 1
          log.note("child \(state.count)")
          return .none
        case .closeTapped:
          return .run { _ in await dismiss() }
        case .endless:
          return .run { _ in
            log.note("started")
            let (forever, continuation) = AsyncStream<Never>.makeStream()
            for await _ in forever {}
            withExtendedLifetime(continuation) {}
            log.note("ended")
          }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State {
      @Presents var child: Child.State?
      // ...
    }
    enum Action {
      case child(PresentationAction<Child.Action>)
      // ...
    }

    let log: Log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        // Core logic for parent feature
        switch action {
        case .child(.dismiss): log.note("parent sees \(state.child?.count ?? -1)")
        case .child(.presented(.up)): log.note("parent \(state.child?.count ?? -1)")
        case .child: break
        }
        return .none
      }
      .ifLet(\.$child, action: \.child) {
        Child(log: log)
      }
    }
  }

  @Test("a dismiss runs the parent first, with the child's state still there")
  func dismissal() {
    let log = Log()
    let store = Store(initialState: Parent.State(child: Child.State(count: 3))) { Parent(log: log) }
    store.send(.child(.dismiss))
    #expect(log.entries == ["parent sees 3"])
    #expect(store.child == nil)
  }

  @Test("a presented action runs the child first, then the parent")
  func order() {
    let log = Log()
    let store = Store(initialState: Parent.State(child: Child.State())) { Parent(log: log) }
    store.send(.child(.presented(.up)))
    #expect(log.entries == ["child 1", "parent 1"])
  }

  @Test("all child effects end when the child's state is nil")
  func effects() async {
    let log = Log()
    let store = Store(initialState: Parent.State(child: Child.State())) { Parent(log: log) }
    let endless = store.send(.child(.presented(.endless)))
    while log.entries != ["started"] { await Task.yield() }
    store.send(.child(.dismiss))
    await endless.finish()
    #expect(log.entries == ["started", "parent sees 0", "ended"])
  }

  @Test("the child dismisses itself without communicating with the parent")
  func dismissEffect() async {
    let log = Log()
    let store = Store(initialState: Parent.State(child: Child.State())) { Parent(log: log) }
    await store.send(.child(.presented(.closeTapped))).finish()
    #expect(store.child == nil)
    #expect(log.entries == ["parent sees 0"])
  }
}
