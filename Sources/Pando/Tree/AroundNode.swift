/// A reducer with something around it: everything else is the reducer's own.
final class AroundNode<State, Action>: ForwardingNode<State, Action> {
  typealias Around = (
    UnsafeMutablePointer<State>, Action, Pass, () -> Effect<Action>
  ) -> Effect<Action>

  private let around: Around

  init(_ base: Node<State, Action>, _ around: @escaping Around) {
    self.around = around
    super.init(base)
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    around(state, action, pass) { baseLogic(state, action, pass) }
  }
}
