/// A closure, or a reducer that implements `reduce(into:action:)`.
final class LeafNode<State, Action>: Node<State, Action> {
  private let logic: (inout State, Action) -> Effect<Action>

  init(_ logic: @escaping (inout State, Action) -> Effect<Action>) {
    self.logic = logic
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    logic(&state.pointee, action)
  }
}
