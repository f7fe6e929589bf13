/// Several reducers as one, so that an operator can be applied to all of them.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  let reducers: Reducers

  /// Combines what the builder lists.
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  /// Runs them in order.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}

extension CombineReducers: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<State, Action> {
    tree.node(for: reducers)
  }
}
