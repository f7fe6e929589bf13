import Pando
import PandoEnvironment
import Testing

private struct Todo: Identifiable, Equatable, Sendable {
  let id: Int
  var isDone = false
  var ticks = 0
}

@CasePathable
private enum TodoAction: Sendable { case toggle, tick }
private struct TodoEnvironment: Sendable {}

private struct AppState: Equatable, Sendable {
  var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2), Todo(id: 3)]
}

@CasePathable
private enum AppAction: Sendable {
  case todo(id: Todo.ID, action: TodoAction)
  case pair(Todo.ID, TodoAction)
  case todos(IdentifiedActionOf<Todos>)
  case remove(Todo.ID)
}

private struct Todos: Pando.Reducer {
  func reduce(into state: inout Todo, action: TodoAction) -> Effect<TodoAction> { .none }
}

private struct AppEnvironment: Sendable {}

private let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment> { state, action, _ in
  switch action {
  case .toggle:
    state.isDone.toggle()
    return .merge(.send(.tick), .run { await $0(.tick) })
  case .tick:
    state.ticks += 1
    return .none
  }
}

private let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  todoReducer.forEach(
    state: \.todos,
    action: \.todo,
    environment: { _ in TodoEnvironment() }
  ),
  todoReducer.forEach(state: \.todos, action: \.pair, environment: { _ in TodoEnvironment() }),
  todoReducer.forEach(state: \.todos, action: \.todos, environment: { _ in TodoEnvironment() }),
  Reducer { state, action, environment in
    switch action {
    case .todo(let id, .tick) where id == 3: state.todos.remove(id: id)
    case .remove(let id): state.todos.remove(id: id)
    default: break
    }
    return .none
  }
)

@Suite("forEach(state:action:environment:) over an identified array")
struct ForEachTests {
  @Test("the element that the action names changes, and its effects come back to it")
  func sample() async {
    let store = makeStore(AppState(), appReducer, AppEnvironment())
    await store.send(.todo(id: 2, action: .toggle)).finish()
    #expect(store.state.todos.elements.map(\.ticks) == [0, 2, 0])
    #expect(store.state.todos.elements.map(\.isDone) == [false, true, false])
  }

  @Test("the case may have a plain pair, or an identified action")
  func payloads() async {
    let store = makeStore(AppState(), appReducer, AppEnvironment())
    await store.send(.pair(1, .toggle)).finish()
    await store.send(.todos(.element(id: 3, action: .toggle))).finish()
    #expect(store.state.todos.elements.map(\.ticks) == [2, 0, 2])
  }

  @Test("an element is found by its id wherever it has moved")
  func moved() {
    var state = AppState()
    state.todos.swapAt(0, 2)
    _ = appReducer.run(&state, .todo(id: 1, action: .tick), AppEnvironment())
    #expect(state.todos.elements.map(\.ticks) == [0, 0, 1])
  }

  @Test("a parent behind it may remove the element for its own action")
  func parentRemoves() {
    var state = AppState()
    _ = appReducer.run(&state, .todo(id: 3, action: .tick), AppEnvironment())
    #expect(state.todos.elements.map(\.id) == [1, 2])
  }

  @Test("an action for a missing element is dropped with a warning that names place and id")
  func warning() {
    let reducer = todoReducer.forEach(
      state: \AppState.todos, action: CasePath(\AppAction.Cases.todo),
      environment: { (_: Void) in TodoEnvironment() }, file: "App/Feature.swift", line: 50)
    var state = AppState()
    expectWarning(
      #"A "forEach" at "App/Feature.swift:50" received an action for a missing element."#, "ID: 7",
      "TodoAction.toggle"
    ) {
      _ = reducer.run(&state, .todo(id: 7, action: .toggle), ())
    }
    #expect(state == AppState())
  }
}
