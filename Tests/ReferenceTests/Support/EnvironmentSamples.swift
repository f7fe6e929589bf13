import Pando
import PandoEnvironment
import Synchronization

typealias EnvironmentReducer = PandoEnvironment.Reducer

/// The events, in order.
final class Log: Sendable {
  private let noted = Mutex<[String]>([])

  var entries: [String] { noted.withLock { $0 } }

  func note(_ entry: String) { noted.withLock { $0.append(entry) } }
}

actor Tracked {
  private(set) var events: [String] = []

  func add(_ event: String) { events.append(event) }
}

struct AnalyticsClient: Sendable {
  let tracked: Tracked

  func track<Action>(_ event: String) -> Effect<Action> {
    .run { _ in await tracked.add(event) }
  }
}

struct MyState { var count = 0, text = "" }
enum MyAction { case buttonTapped, textChanged(String) }
struct MyEnvironment { var analyticsClient: AnalyticsClient }

let myReducer = EnvironmentReducer<MyState, MyAction, MyEnvironment> {
  state, action, environment in
  switch action {
  case .buttonTapped:
    state.count += 1
    return environment.analyticsClient.track("Button Tapped")
  case .textChanged(let text):
    state.text = text
    return .none
  }
}

struct ParentState { var child: ChildState? }
enum ParentAction { case child(ChildAction), other }
struct ParentEnvironment { var child: ChildEnvironment }

struct ChildState: Equatable { var dismissals = 0 }
enum ChildAction { case dismiss }
struct ChildEnvironment { var log: Log }

let childReducer = EnvironmentReducer<ChildState, ChildAction, ChildEnvironment> {
  state, action, environment in
  environment.log.note("\(action)")
  state.dismissals += 1
  return .none
}

let parentOfViews = EnvironmentReducer<ParentState, ParentAction, ParentEnvironment>.combine(
  childReducer.optional().pullback(
    state: \.child, action: /ParentAction.child, environment: { $0.child }),
  EnvironmentReducer { state, action, _ in
    if case .child(.dismiss) = action { state.child = nil }
    return .none
  })

struct SettingsState { var volume = 0 }
enum SettingsAction { case louder }
struct SettingsEnvironment { var step = 5 }

let settingsReducer = EnvironmentReducer<SettingsState, SettingsAction, SettingsEnvironment> {
  state, action, environment in
  state.volume += environment.step
  return .none
}

// Global domain that holds a local domain:
struct AppState { var settings = SettingsState(), launches = 0 }
enum AppAction { case settings(SettingsAction), launched }
struct AppEnvironment { var settings = SettingsEnvironment() }

struct LoggedInState: Equatable { var visits = 0 }
enum LoggedInAction { case visit }
struct LoggedInEnvironment { var bonus: Int }

let loggedInReducer = EnvironmentReducer<LoggedInState, LoggedInAction, LoggedInEnvironment> {
  state, action, environment in
  state.visits += 1 + environment.bonus
  return .none
}

enum SessionState: Equatable { case loggedIn(LoggedInState), loggedOut }
enum SessionAction { case loggedIn(LoggedInAction), logOut }
struct SessionEnvironment { var loggedIn: LoggedInEnvironment }

struct ModalState: Equatable { var queue = "" }
enum ModalAction { case open, close }
struct ModalEnvironment { var mainQueue: String }

let modalReducer = EnvironmentReducer<ModalState, ModalAction, ModalEnvironment> {
  state, action, environment in
  if case .open = action { state.queue = environment.mainQueue }
  return .none
}

// Global domain that holds an optional local domain:
struct ModalAppState { var modal: ModalState? }
enum ModalAppAction { case modal(ModalAction) }
struct ModalAppEnvironment { var mainQueue: String }

struct Todo: Identifiable { var id: Int, isComplete = false }
enum TodoAction { case toggle }
struct TodoEnvironment {}

let todoReducer = EnvironmentReducer<Todo, TodoAction, TodoEnvironment> {
  state, action, environment in
  state.isComplete.toggle()
  return .none
}

// Global domain that holds a collection of local domains:
struct TodosState { var todos: IdentifiedArrayOf<Todo>, toggles = 0 }
enum TodosAction { case todo(id: Todo.ID, action: TodoAction) }

struct MotionState { var shakes = 0 }
enum MotionAction { case onAppear, motion(Int), onDisappear }
struct MotionEnvironment { var log: Log }

let motionReducer = EnvironmentReducer<MotionState, MotionAction, MotionEnvironment> {
  state, action, environment in
  struct MotionId: Hashable {}
  switch action {
  case .onAppear:
    // Mark long-living effects that shouldn't outlive their domain cancellable
    return startMotion(environment.log)
      .map(MotionAction.motion)
      .cancellable(id: MotionId())
  case .motion:
    state.shakes += 1
    return .none
  case .onDisappear:
    // And explicitly cancel them when the domain is torn down
    return .cancel(id: MotionId())
  }
}

private func startMotion(_ log: Log) -> Effect<Int> {
  .run { _ in
    log.note("started")
    let (forever, continuation) = AsyncStream<Never>.makeStream()
    for await _ in forever {}
    withExtendedLifetime(continuation) {}
    log.note("ended")
  }
}
