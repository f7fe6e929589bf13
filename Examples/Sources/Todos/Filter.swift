/// The todos that a list shows.
package enum Filter: String, CaseIterable, Codable, Sendable {
  case all
  case active
  case completed

  package func shows(_ todo: Todo.State) -> Bool {
    switch self {
    case .all: true
    case .active: !todo.isComplete
    case .completed: todo.isComplete
    }
  }
}
