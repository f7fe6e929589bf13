/// Several reducers of one type: a `for` loop in a builder.
public struct ReducerArray<Element: Reducer>: Reducer {
  let reducers: [Element]

  /// Runs all of them in order.
  public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for reducer in reducers {
      effect = effect.merge(with: reducer.reduce(into: &state, action: action))
    }
    return effect
  }
}

extension ReducerArray: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<Element.State, Element.Action> {
    SequenceNode(reducers.map { tree.node(for: $0) })
  }
}
