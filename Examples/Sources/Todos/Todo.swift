package import Pando

/// One thing to do: a row whose fields are edited by bindings.
@Reducer
package struct Todo {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package var title: String
    package var isComplete: Bool

    package init(id: Int, title: String = "", isComplete: Bool = false) {
      self.id = id
      self.title = title
      self.isComplete = isComplete
    }
  }

  package enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
