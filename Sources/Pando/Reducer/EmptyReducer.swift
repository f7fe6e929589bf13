/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Makes one.
  public init() {}

  /// Leaves the state alone.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

extension EmptyReducer: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<State, Action> {
    SequenceNode([])
  }
}
