package import Pando

/// The program: the hosted list, and a badge with the number of things that are left to do.
@Reducer
package struct Todos {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var list = TodoList.State()
    package var badge = 0

    package init() {}
  }

  package enum Action: Sendable {
    case list(TodoList.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) {
      // A worker that dies takes the pause along, so nothing is left to wait for.
      TodoList().hosted(interrupted: .completedSink)
    }
    .onChange(of: \.list.todos) { _, todos in
      Reduce { state, _ in
        state.badge = todos.count { !$0.isComplete }
        return .none
      }
    }
  }
}
