/// Two reducers of a builder's block, run one after the other.
public struct ReducerPair<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  let first: First
  let second: Second

  /// Runs both, and starts the effects of both.
  public func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

extension ReducerPair: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<First.State, First.Action> {
    SequenceNode([tree.node(for: first), tree.node(for: second)])
  }
}
