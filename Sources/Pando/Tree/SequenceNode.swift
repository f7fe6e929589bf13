/// Several reducers, run in order.
final class SequenceNode<State, Action>: Node<State, Action> {
  private let nodes: [Node<State, Action>]
  private let nodesMayHost: Bool

  init(_ nodes: [Node<State, Action>]) {
    // A builder nests pairs; here they become one list.
    self.nodes = nodes.flatMap { ($0 as? SequenceNode)?.nodes ?? [$0] }
    nodesMayHost = self.nodes.contains { $0.mayHost }
  }

  override var mayHost: Bool { nodesMayHost }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    var effect = Effect<Action>.none
    for node in nodes {
      effect = effect.merge(with: node.reduce(state, action, pass))
    }
    return effect
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    nodes.reduce(.none) { $0.merge(with: $1.recover(state, action, pass)) }
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    for node in nodes where node.mayHost {
      node.route(state, action, incarnation, router)
    }
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    for node in nodes {
      node.sweep(state, incarnation, &ended)
    }
  }

  override func settle(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    for node in nodes where node.mayHost {
      node.settle(state, incarnation)
    }
  }

  override func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>)
    -> Bool?
  {
    for node in nodes {
      if let answer = node.contains(state, steps) { return answer }
    }
    return nil
  }

  override func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    for node in nodes {
      if let steps = node.locate(token, below: parent, state) { return steps }
    }
    return nil
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    for node in nodes { node.visitHosted(visit) }
  }
}
