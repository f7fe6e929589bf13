extension Reducer {
  /// Overrides a dependency for this reducer: while it reduces, and in the effects that it returns.
  ///
  /// ```swift
  /// Search().dependency(\.index, .preview)
  /// ```
  ///
  /// Of two around each other the inner one counts. Dependencies do not leave their process: a hosted
  /// feature below this operator reads those of its worker. Inside `.hosted()`, as in
  /// `Search().dependency(\.index, .preview).hosted()`, it holds in the worker too, which is to be given
  /// the same reducer.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: What it is instead.
  @warn_unqualified_access
  public func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> some Reducer<State, Action> & SendableMetatype {
    DependencyReducer(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Overrides a dependency whose type is its own key, as ``dependency(_:_:)`` does.
  ///
  /// - Parameter value: What it is instead.
  @warn_unqualified_access
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> some Reducer<State, Action> & SendableMetatype where Value.Value == Value {
    DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, as ``dependency(_:_:)`` overrides one.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency; `\.self` for all.
  ///   - transform: Changes it. Called when the store is made, with what holds around this reducer.
  @warn_unqualified_access
  public func transformDependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping (_ value: inout Value) -> Void
  ) -> some Reducer<State, Action> & SendableMetatype {
    DependencyReducer(base: self) { transform(&$0[keyPath: keyPath]) }
  }
}

struct DependencyReducer<Base: Reducer>: Reducer {
  let base: Base
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension DependencyReducer: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    let layer = DependencyValues.layer(update)
    let values = DependencyValues.current.chosen.under(layer).restamped
    // Features inside are made here, or when an action first comes that deep.
    let base = DependencyValues.with(values) {
      layer { tree.node(for: self.base) }
    }
    // It looks at nothing and adds nothing but dependencies, which `route` and the like do not need.
    return AroundNode(base) { _, _, _, reduce in
      DependencyValues.with(values, isOverride: false) { layer(reduce) }.under(layer)
    }
  }
}
