/// A reducer with something around it: everything else is the reducer's own.
final class AroundNode<State, Action>: ForwardingNode<State, Action> {
  typealias Around = (
    UnsafeMutablePointer<State>, Action, Pass, () -> Effect<Action>
  ) -> Effect<Action>

  private let mounts: Bool
  private let around: Around

  /// - Parameter mounts: False where nothing is to be mounted, in a tree of which this is the root.
  init(_ base: Node<State, Action>, mounts: Bool = true, _ around: @escaping Around) {
    self.mounts = mounts
    self.around = around
    super.init(base)
  }

  override var mayMount: Bool { mounts && base.mayMount }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    around(state, action, pass) { baseLogic(state, action, pass) }
  }
}
