import Pando
import Testing

@Suite("Operators with `/Action.case`")
struct CasePathOperatorPageTests {
  @Test("find the child's actions in optional, presented, embedded, listed and stacked state")
  func operators() {
    var initial = Roll.State()
    initial.path.append(Line.State(id: 4))
    let store = Store(initialState: initial) { Roll() }
    store.send(.embedded(.tapped))
    store.send(.optional(.tapped))
    store.send(.presented(.presented(.tapped)))
    store.send(.rows(.element(id: 3, action: .tapped)))
    store.send(.path(.element(id: store.state.path.ids[0], action: .tapped)))
    #expect(store.state.embedded.taps == 1)
    #expect(store.state.optional?.taps == 1)
    #expect(store.state.presented?.taps == 1)
    #expect(store.state.rows[id: 3]?.taps == 1)
    #expect(store.state.path[0].taps == 1)
  }

  @Test("find the child in a case of a plain enum, and a payload on a stack or in presented state")
  func enumState() {
    let store = Store(initialState: Screen.State.line(Line.State(id: 1))) { Screen() }
    store.send(.line(.tapped))
    #expect(store.state == .line(Line.State(id: 1, taps: 1)))
    store.send(.turn)
    store.send(.note(.tapped))
    #expect(store.state == .note(Line.State(id: 1, taps: 2)))
    var stack = StackState([Screen.State.line(Line.State(id: 3))])
    stack[id: 0, case: /Screen.State.line]?.taps += 1
    #expect(stack[0] == .line(Line.State(id: 3, taps: 1)))
    var presented = PresentationState(wrappedValue: stack[0])
    presented[case: /Screen.State.line]?.taps += 1
    #expect(presented.wrappedValue == .line(Line.State(id: 3, taps: 2)))
    stack[id: 0, case: /Screen.State.line] = nil
    #expect(stack.isEmpty)
  }

  @Test("a path changes the case of an optional root")
  func optionalRoot() {
    var action: Roll.Action? = .rows(.element(id: 3, action: .tapped))
    let path: AnyCasePath<Roll.Action?, IdentifiedAction<Int, Line.Action>> = /Roll.Action.rows
    #expect(path.modify(&action) { $0 = .element(id: 5, action: .tapped) } != nil)
    guard case .rows(.element(id: 5, action: .tapped))? = action else {
      Issue.record("\(String(describing: action))")
      return
    }
  }
}

private struct Line: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var taps = 0
  }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.taps += 1
    return .none
  }
}

private struct Roll: Reducer {
  struct State: Equatable {
    var embedded = Line.State(id: 0)
    var optional: Line.State? = Line.State(id: 1)
    @PresentationState var presented: Line.State? = Line.State(id: 2)
    var rows: IdentifiedArrayOf<Line.State> = [Line.State(id: 3)]
    var path = StackState<Line.State>()
  }
  enum Action {
    case embedded(Line.Action)
    case optional(Line.Action)
    case presented(PresentationAction<Line.Action>)
    case rows(IdentifiedAction<Int, Line.Action>)
    case path(StackAction<Line.State, Line.Action>)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.embedded, action: /Action.embedded) { Line() }
    Reduce { _, _ in .none }
      .ifLet(\.optional, action: /Action.optional) { Line() }
      .ifLet(\.$presented, action: /Action.presented) { Line() }
      .forEach(\.rows, action: /Action.rows) { Line() }
      .forEach(\.path, action: /Action.path) { Line() }
  }
}

/// An enum of state that is not `CasePathable`.
private struct Screen: Reducer {
  enum State: Equatable {
    case line(Line.State)
    case note(Line.State)
  }
  enum Action {
    case line(Line.Action)
    case note(Line.Action)
    case turn
  }
  var body: some ReducerOf<Self> {
    Scope(state: /State.line, action: /Action.line) { Line() }
    Reduce { state, action in
      if case .turn = action, case .line(let line) = state { state = .note(line) }
      return .none
    }
    .ifCaseLet(/State.note, action: /Action.note) { Line() }
  }
}
