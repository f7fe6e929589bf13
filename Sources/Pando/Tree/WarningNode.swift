/// A closure that may warn, with whatever it takes to hold the warnings of a speculation back.
package final class WarningNode<State, Action>: Node<State, Action> {
  private let body: (inout State, Action, Pass) -> Effect<Action>

  package init(_ body: @escaping (inout State, Action, Pass) -> Effect<Action>) {
    self.body = body
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    body(&state.pointee, action, pass)
  }
}
