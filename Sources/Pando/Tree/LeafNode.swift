/// A closure, or a reducer that implements `reduce(into:action:)`.
final class LeafNode<State, Action>: Node<State, Action> {
  private let body: Logic

  init(_ body: @escaping Logic) {
    self.body = body
  }

  override var logic: Logic { body }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    body(state, action, pass)
  }
}
