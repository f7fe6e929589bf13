/// A reducer made of a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let source: Source

  @usableFromInline
  enum Source {
    /// The closure, and the same as a node's.
    case closure((inout State, Action) -> Effect<Action>, Node<State, Action>.Logic)
    case reducer(any Reducer<State, Action>)
  }

  /// Reduces with a closure.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    source = .closure(reduce) { state, action, _ in reduce(&state.pointee, action) }
  }

  /// Reduces with a reducer whose type need not be known.
  public init(_ reducer: some Reducer<State, Action>) {
    source = .reducer(reducer)
  }

  /// Runs the closure.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch source {
    case .closure(let reduce, _): reduce(&state, action)
    case .reducer(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

extension Reduce: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<State, Action> {
    switch source {
    case .closure(_, let logic): LeafNode(logic)
    case .reducer(let reducer): tree.node(for: reducer)
    }
  }
}
