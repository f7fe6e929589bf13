/// A reducer that may be missing: an `if` without `else` in a builder.
public struct OptionalReducer<Wrapped: Reducer>: Reducer {
  let reducer: Wrapped?

  /// Runs the reducer if the condition held when `body` was evaluated.
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    reducer?.reduce(into: &state, action: action) ?? .none
  }
}

extension OptionalReducer: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<Wrapped.State, Wrapped.Action> {
    reducer.map { tree.node(for: $0) } ?? SequenceNode([])
  }
}
