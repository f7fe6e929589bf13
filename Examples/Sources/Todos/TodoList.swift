package import Pando

/// The screen with the list. It is hosted with all its rows, whose actions it has in its own.
@Reducer
package struct TodoList {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package var todos: IdentifiedArrayOf<Todo.State> = []
    package var filter = Filter.all
    package var newTitle = ""
    /// A hosted reducer may be run again, so the next id comes from the state and not from chance.
    package var nextID = 1

    package init() {}

    /// The rows that the filter lets through.
    package var shown: IdentifiedArrayOf<Todo.State> { todos.filter(filter.shows) }
  }

  package enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case addButtonTapped
    case clearCompletedButtonTapped
    case deleted(positions: [Int])
    case moved(position: Int, before: Int)
    case completedSink
    case todos(IdentifiedActionOf<Todo>)
  }

  enum CancelID: Codable, Hashable { case sinking }

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        guard !state.newTitle.isEmpty else { return .none }
        state.todos.insert(Todo.State(id: state.nextID, title: state.newTitle), at: 0)
        state.nextID += 1
        state.newTitle = ""
        return .none

      case .clearCompletedButtonTapped:
        state.todos.removeAll(where: \.isComplete)
        return .none

      case .deleted(let positions):
        for id in positions.compactMap(state.id(at:)) { state.todos.remove(id: id) }
        return .none

      case .moved(let position, let destination):
        state.move(position, before: destination)
        return sinkCompleted()

      case .completedSink:
        let completed = state.todos.filter(\.isComplete)
        state.todos.removeAll(where: \.isComplete)
        state.todos.append(contentsOf: completed)
        return .none

      case .todos(.element(_, .binding(\.isComplete))):
        return sinkCompleted()

      case .binding, .todos:
        return .none
      }
    }
    .forEach(\.todos, action: \.todos) { Todo() }
  }

  /// Puts what is complete below the rest, once nothing has been ticked for a second.
  private func sinkCompleted() -> Effect<Action> {
    .send(.completedSink).debounce(id: CancelID.sinking, for: .seconds(1))
  }
}

extension TodoList.State {
  /// Returns the id of a row as it is shown; nil where there is none.
  fileprivate func id(at position: Int) -> Todo.State.ID? {
    shown.indices.contains(position) ? shown[position].id : nil
  }

  /// Moves a row before another; positions count the rows that are shown, and so the last is their count.
  fileprivate mutating func move(_ position: Int, before destination: Int) {
    guard let id = id(at: position), let source = todos.index(id: id) else { return }
    let target = self.id(at: destination).flatMap(todos.index(id:)) ?? todos.count
    todos.move(fromOffsets: [source], toOffset: target)
  }
}
