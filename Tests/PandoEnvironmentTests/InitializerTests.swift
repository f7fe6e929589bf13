import Pando
import PandoEnvironment
import Testing

private struct AnalyticsClient: Sendable {
  var track: @Sendable (String) -> Effect<MyAction>
}

private struct MyState { var count = 0, text = "" }
private enum MyAction: Sendable, Equatable { case buttonTapped, textChanged(String) }
private struct MyEnvironment: Sendable { var analyticsClient: AnalyticsClient }

private let myReducer = Reducer<MyState, MyAction, MyEnvironment> { state, action, environment in
  switch action {
  case .buttonTapped:
    state.count += 1
    return environment.analyticsClient.track("Button Tapped")
  case .textChanged(let text):
    state.text = text
    return .none
  }
}

@Suite("init(_:), run, callAsFunction and empty")
struct InitializerTests {
  private let log = Log()

  private var environment: MyEnvironment {
    MyEnvironment(
      analyticsClient: AnalyticsClient { [log] event in
        .run { send in
          log.append(event)
          await send(.textChanged("tracked"))
        }
      })
  }

  @Test("a reducer changes the state and returns an effect of its environment")
  func sample() async {
    let store = makeStore(MyState(), myReducer, environment)
    await store.send(.buttonTapped).finish()
    #expect(store.state.count == 1)
    #expect(store.state.text == "tracked")
    #expect(log.lines == ["Button Tapped"])
  }

  @Test("run changes the state in place and starts no effect")
  func run() {
    var state = MyState()
    _ = myReducer.run(&state, .buttonTapped, environment)
    #expect(state.count == 1)
    #expect(log.lines.isEmpty)
  }

  @Test("a reducer can be called like a function")
  func call() {
    var state = MyState()
    _ = myReducer(&state, .textChanged("Blob"), environment)
    #expect(state.text == "Blob")
  }

  @Test("the empty reducer leaves the state alone")
  func empty() {
    var state = MyState(count: 7)
    _ = Reducer.empty.run(&state, MyAction.buttonTapped, environment)
    #expect(state.count == 7)
  }

  @Test("the struct goes by EnvironmentReducer too")
  func name() {
    let reducer: EnvironmentReducer<MyState, MyAction, MyEnvironment> = myReducer
    var state = MyState()
    _ = reducer.run(&state, .textChanged("a"), environment)
    #expect(state.text == "a")
  }
}
