import PandoHosting
import PandoWire

/// A feature that can be hosted, made from its reducer.
struct ReducerFeature<R: Reducer & SendableMetatype>: HostedFeature
where R.State: Codable & Sendable, R.Action: Codable & Sendable {
  let descriptor: FeatureDescriptor
  let dependencies: [any DeclaredDependency]
  let labels: [String]
  let sandbox: Sandbox?
  let location: OperatorLocation?
  private let makeReducer: @Sendable () -> R
  private let coding: FeatureCoding<R.State, R.Action>

  init(
    _ makeReducer: @escaping @Sendable () -> R, dependencies: [any DeclaredDependency] = [],
    labels: [String] = [], sandbox: Sandbox? = nil, location: OperatorLocation? = nil,
    coding: FeatureCoding<R.State, R.Action>
  ) {
    self.labels = labels
    self.sandbox = sandbox
    self.location = location
    self.coding = coding
    self.makeReducer = makeReducer
    self.dependencies = dependencies
    descriptor = FeatureDescriptor(
      name: nameInEveryProcess(of: Self.namedType),
      state: SchemaFingerprint(of: R.State.self),
      action: SchemaFingerprint(of: R.Action.self))
  }

  /// The type whose name the feature has: the reducer's own. The body of an enum of features is a `Reduce`, as other
  /// reducers are, and goes by the enum.
  private static var namedType: Any.Type {
    func reducer<State: CaseReducerState>(_ state: State.Type) -> Any.Type {
      State.StateReducer.self
    }
    guard R.self as Any.Type == Reduce<R.State, R.Action>.self,
      let state = R.State.self as? any CaseReducerState.Type
    else { return R.self }
    return reducer(state)
  }

  /// A feature of a store's own tree, for the loopback.
  init(
    sharing reducer: R, dependencies: [any DeclaredDependency], labels: [String], sandbox: Sandbox?,
    location: OperatorLocation, coding: FeatureCoding<R.State, R.Action>
  ) {
    // It does not leave the process. A loopback runs its hosts inside the lock of the store whose tree
    // the reducer belongs to; failing workers run theirs beside that, where only a reducer that changes
    // something outside of its state, which none may, could be in two threads' hands.
    nonisolated(unsafe) let reducer = reducer
    self.init(
      { reducer }, dependencies: dependencies, labels: labels, sandbox: sandbox, location: location,
      coding: coding)
  }

  var partsOfCodableAlone: [CodablePart] {
    let types: [(name: String, type: Any.Type)] = [
      ("State", R.State.self), ("Action", R.Action.self),
    ]
    return types.flatMap { name, type in
      PandoWire.partsOfCodableAlone(of: type).map { path, part in
        CodablePart(
          name: path.isEmpty ? name : "\(name).\(path) (\(String(reflecting: part)))", type: part)
      }
    }
  }

  func makeHost(
    _ request: OpenRequest, snapshot: [UInt8], session: HostSession
  ) throws -> AnyHost {
    try FeatureHost(
      request, root: TreeBuilder.tree(for: makeReducer(), hosts: false), coding: coding,
      snapshot: snapshot, session: session)
  }

  func contains(_ origin: Origin, in state: UnsafeMutableRawPointer) -> Bool {
    // The name is made of the numbers of a host's tree.
    let root = TreeBuilder.tree(for: makeReducer(), hosts: false)
    return root.locate(origin.rawValue, below: 0, state.assumingMemoryBound(to: R.State.self))
      != nil
  }
}

/// A feature that a worker hosts, made from its reducer.
package func hostedFeature<R: Reducer & SendableMetatype>(
  _ makeReducer: @escaping @Sendable () -> R,
  coding: FeatureCoding<R.State, R.Action> = FeatureCoding()
) -> any HostedFeature where R.State: Codable & Sendable, R.Action: Codable & Sendable {
  ReducerFeature(makeReducer, coding: coding)
}
