extension Reducer {
  /// Runs `around` in place of this reducer; it calls its argument to run the reducer itself.
  ///
  /// Hosted features below stay hosted, and effects stay with the children that returned them.
  ///
  /// - Parameter mounts: False for features that send nothing when they are mounted, in a store of this reducer.
  package func surrounded(
    mounts: Bool = true, by around: @escaping (_ reduce: () -> Effect<Action>) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    SurroundedReducer(base: self, mounts: mounts, around: around)
  }

  /// True if the tree of this reducer contains a hosted feature. Builds the tree.
  package var containsHostedFeature: Bool {
    TreeBuilder.tree(for: self, hosts: true).mayHost
  }

  /// True if the tree of this reducer contains a hosted feature whose actions let others go ahead.
  /// Builds the tree.
  package var containsFeatureAsReady: Bool {
    var orders: [HostedOrder] = []
    TreeBuilder.tree(for: self, hosts: true).visitHosted { orders.append($0.order) }
    return orders.contains(.asReady)
  }

  /// The dependencies that this reducer and the features inside it declare as properties. Builds the
  /// tree.
  package var declaredDependencies: [any DeclaredDependency] {
    DependencyRecorder.dependencies(of: self) { _ = TreeBuilder.tree(for: self, hosts: false) }
  }
}

struct SurroundedReducer<Base: Reducer>: Reducer {
  let base: Base
  let mounts: Bool
  let around: (() -> Effect<Base.Action>) -> Effect<Base.Action>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    around { base.reduce(into: &state, action: action) }
  }
}

extension SurroundedReducer: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    AroundNode(tree.node(for: base), mounts: mounts) { [around] _, _, _, reduce in around(reduce) }
  }
}
