/// One of two reducers: an `if` with `else`, or a `switch`, in a builder.
public enum ConditionalReducer<First: Reducer, Second: Reducer<First.State, First.Action>>:
  Reducer
{
  /// The first branch.
  case first(First)

  /// The second branch.
  case second(Second)

  /// Runs the branch that was taken when `body` was evaluated.
  public func reduce(
    into state: inout First.State, action: First.Action
  ) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

extension ConditionalReducer: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<First.State, First.Action> {
    switch self {
    case .first(let reducer): tree.node(for: reducer)
    case .second(let reducer): tree.node(for: reducer)
    }
  }
}
