/// A closure that may warn, with whatever it takes to hold the warnings of a speculation back.
package final class WarningNode<State, Action>: Node<State, Action> {
  private let logic: (inout State, Action, Pass) -> Effect<Action>

  package init(_ logic: @escaping (inout State, Action, Pass) -> Effect<Action>) {
    self.logic = logic
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    logic(&state.pointee, action, pass)
  }
}
