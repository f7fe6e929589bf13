/// A reducer made of a closure.
public struct Reduce<State, Action>: Reducer {
  let logic: Logic

  enum Logic {
    case closure((inout State, Action) -> Effect<Action>)
    case reducer(any Reducer<State, Action>)
  }

  /// Reduces with a closure.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    logic = .closure(reduce)
  }

  /// Reduces with a reducer whose type need not be known.
  public init(_ reducer: some Reducer<State, Action>) {
    logic = .reducer(reducer)
  }

  /// Runs the closure.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch logic {
    case .closure(let reduce): reduce(&state, action)
    case .reducer(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

extension Reduce: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<State, Action> {
    switch logic {
    case .closure(let reduce): LeafNode(reduce)
    case .reducer(let reducer): tree.node(for: reducer)
    }
  }
}
