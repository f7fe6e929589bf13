import IssueReporting
import Pando
import PandoEnvironment
import Testing

private typealias Reducer = PandoEnvironment.Reducer

/// The samples of the page on the reducer with an environment, in their order.
@Suite("Page: Reducer with an environment")
struct ReducerWithEnvironmentPageTests {
  @Test("init(_:): the sample of the initializer")
  func initializer() async {
    let tracked = Tracked()
    let store = Store(initialState: MyState()) {
      myReducer.bridged(
        environment: MyEnvironment(analyticsClient: AnalyticsClient(tracked: tracked)))
    }
    await store.send(.buttonTapped).finish()
    await store.send(.textChanged("aspen")).finish()
    #expect(store.state.count == 1)
    #expect(store.state.text == "aspen")
    #expect(await tracked.events == ["Button Tapped"])
  }

  @Test("combine(_:): a child that is combined first reacts to the action that ends it")
  func combine() {
    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // Combined before parent so that it can react to `.dismiss` while state is non-`nil`.
      childReducer.optional().pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0.child }
      ),
      // Combined after child so that it can `nil` out child state upon `.child(.dismiss)`.
      Reducer { state, action, environment in
        switch action {
        case .child(.dismiss):
          state.child = nil
          return .none
        default:
          return .none
        }
      }
    )
    expectChildFirst(parentReducer)
  }

  @Test("combined(with:): the same, written as a chain")
  func combined() {
    let parentReducer: Reducer<ParentState, ParentAction, ParentEnvironment> =
      // Run before parent so that it can react to `.dismiss` while state is non-`nil`.
      childReducer
      .optional()
      .pullback(
        state: \.child,
        action: /ParentAction.child,
        environment: { $0.child }
      )
      // Combined after child so that it can `nil` out child state upon `.child(.dismiss)`.
      .combined(
        with: Reducer { state, action, environment in
          switch action {
          case .child(.dismiss):
            state.child = nil
            return .none
          default:
            return .none
          }
        }
      )
    expectChildFirst(parentReducer)
  }

  private func expectChildFirst(
    _ reducer: Reducer<ParentState, ParentAction, ParentEnvironment>
  ) {
    let log = Log()
    var state = ParentState(child: ChildState())
    let environment = ParentEnvironment(child: ChildEnvironment(log: log))
    _ = reducer.run(&state, .child(.dismiss), environment)
    #expect(state.child == nil)
    #expect(log.entries == ["dismiss"])
  }

  @Test("combine(_:): a parent that is combined first leaves the child nothing to react to")
  func parentFirst() {
    let parentReducer = Reducer<ParentState, ParentAction, ParentEnvironment>.combine(
      // When combining reducers, the parent reducer runs first
      Reducer { state, action, environment in
        switch action {
        case .child(.dismiss):
          // And `nil`s out child state when processing a child action
          state.child = nil
          return .none
        default:
          return .none
        }
      },
      // Before the child reducer runs
      childReducer.optional().pullback(
        state: \.child, action: /ParentAction.child, environment: { $0.child })
    )
    let log = Log()
    var state = ParentState(child: ChildState())
    let environment = ParentEnvironment(child: ChildEnvironment(log: log))
    withKnownIssue {
      _ = parentReducer.run(&state, .child(.dismiss), environment)
    } matching: {
      $0.description.contains("received an action when its state was \"nil\"")
    }
    #expect(log.entries.isEmpty)
  }

  @Test("pullback(state:action:environment:): the sample of the app and its settings")
  func pullback() {
    let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
      settingsReducer.pullback(
        state: \.settings,
        action: /AppAction.settings,
        environment: { $0.settings }
      ),
      Reducer { state, action, _ in
        if case .launched = action { state.launches += 1 }
        return .none
      }
    )
    var state = AppState()
    let environment = AppEnvironment()
    _ = appReducer.run(&state, .settings(.louder), environment)
    _ = appReducer.run(&state, .launched, environment)
    #expect(state.settings.volume == 5)
    #expect(state.launches == 1)
  }

  @Test("pullback(state:action:environment:file:line:): the sample of a case of enum state")
  func pullbackCase() {
    let appReducer: Reducer<SessionState, SessionAction, SessionEnvironment> = .combine(
      loggedInReducer.pullback(
        state: /SessionState.loggedIn,
        action: /SessionAction.loggedIn,
        environment: { $0.loggedIn }
      ),
      Reducer { state, action, _ in
        if case .logOut = action { state = .loggedOut }
        return .none
      }
    )
    var state = SessionState.loggedIn(LoggedInState())
    let environment = SessionEnvironment(loggedIn: LoggedInEnvironment(bonus: 2))
    _ = appReducer.run(&state, .loggedIn(.visit), environment)
    #expect(state == .loggedIn(LoggedInState(visits: 3)))
    _ = appReducer.run(&state, .logOut, environment)
    withKnownIssue {
      _ = appReducer.run(&state, .loggedIn(.visit), environment)
    } matching: {
      $0.description.contains("received an action while its state was in another case")
    }
    #expect(state == .loggedOut)
  }

  @Test("optional(file:line:): the sample of a modal")
  func optional() {
    let appReducer = Reducer<ModalAppState, ModalAppAction, ModalAppEnvironment>.combine(
      modalReducer.optional().pullback(
        state: \.modal,
        action: /ModalAppAction.modal,
        environment: { ModalEnvironment(mainQueue: $0.mainQueue) }
      ),
      Reducer { state, action, environment in
        if case .modal(.close) = action { state.modal = nil }
        return .none
      }
    )
    var state = ModalAppState(modal: ModalState())
    let environment = ModalAppEnvironment(mainQueue: "main")
    _ = appReducer.run(&state, .modal(.open), environment)
    #expect(state.modal == ModalState(queue: "main"))
    _ = appReducer.run(&state, .modal(.close), environment)
    #expect(state.modal == nil)
  }

  @Test("forEach(state:action:environment:file:line:): the sample of the todos")
  func forEach() {
    let appReducer = Reducer<TodosState, TodosAction, Void>.combine(
      todoReducer.forEach(
        state: \.todos,
        action: /TodosAction.todo(id:action:),
        environment: { _ in TodoEnvironment() }
      ),
      Reducer { state, action, environment in
        if case .todo(_, .toggle) = action { state.toggles += 1 }
        return .none
      }
    )
    var state = TodosState(todos: [Todo(id: 1), Todo(id: 2)])
    _ = appReducer.run(&state, .todo(id: 2, action: .toggle), ())
    #expect(state.todos.map(\.isComplete) == [false, true])
    #expect(state.toggles == 1)
    withKnownIssue {
      _ = appReducer.run(&state, .todo(id: 9, action: .toggle), ())
    } matching: {
      $0.description.contains("9")
    }
  }

  @Test("a child's long-living effect is cancelled by the child when it goes")
  func motion() async {
    let log = Log()
    let store = Store(initialState: MotionState()) {
      motionReducer.bridged(environment: MotionEnvironment(log: log))
    }
    let appearing = store.send(.onAppear)
    while log.entries != ["started"] { await Task.yield() }
    store.send(.onDisappear)
    await appearing.finish()
    #expect(log.entries == ["started", "ended"])
  }

  @Test("views send child actions only where the child is there")
  func views() {
    let store = Store(initialState: ParentState(child: ChildState())) {
      parentOfViews.bridged(environment: ParentEnvironment(child: ChildEnvironment(log: Log())))
    }
    struct ParentView: StoreView {
      let parentStore: Store<ParentState, ParentAction>
      let pressed: (Button) -> Void

      var body: Page {
        IfLetStore(
          self.parentStore.scope(state: { $0.child }, action: { .child($0) })
        ) { childStore in
          // This destination only appears when child state is non-`nil`
          WithViewStore(childStore) { childViewStore in
            // So this action can only be sent when child state is non-`nil`
            let button = Button("Child Action") { childViewStore.send(.dismiss) }
            let _ = pressed(button)
            button
          }
        }
      }
    }
    var buttons: [Button] = []
    let view = ParentView(parentStore: store) { buttons.append($0) }
    #expect(view.body == Page("[Child Action]"))
    buttons[0].action()
    #expect(store.state.child == nil)
    #expect(view.body == Page())
  }
}
