import PandoHosting

/// Turns reducers into nodes, once for each store or host.
package struct TreeBuilder {
  private let numbering: TreeNumbering

  /// True if `.hosted()` makes a difference: not inside a hosted feature, nor outside a store.
  let hosts: Bool
  /// True if the store may go on where another has ended: then what would be hosted is told of it where it is not, too.
  private var restarts: Bool
  /// The features whose bodies are being evaluated, outermost first.
  private var features: [ObjectIdentifier] = []

  init(
    numbering: TreeNumbering = TreeNumbering(from: 0), hosts: Bool, restarts: Bool = false
  ) {
    self.numbering = numbering
    self.hosts = hosts
    self.restarts = restarts
  }

  /// The root node of a store.
  package static func tree<R: Reducer>(
    for reducer: R, hosts: Bool, restarts: Bool = false
  ) -> Node<R.State, R.Action> {
    var builder = TreeBuilder(hosts: hosts, restarts: restarts)
    return builder.node(for: reducer)
  }

  /// Reduces an action by a reducer that is called by hand, outside a store.
  static func reduce<R: Reducer>(
    _ reducer: R, into state: inout R.State, action: R.Action
  ) -> Effect<R.Action> {
    // Out of the way of any store's own numbers: such steps are never found, and never end early.
    var builder = TreeBuilder(numbering: TreeNumbering(from: 1 << 32), hosts: false)
    let node = builder.node(for: reducer)
    return withUnsafeMutablePointer(to: &state) { node.reduce($0, action, Pass()) }
  }

  /// A number that no other operator of the tree has.
  func makeSite() -> Int {
    numbering.makeSite()
  }

  /// Notes that an operator mounts features.
  func noteMount() {
    numbering.noteMount()
  }

  package mutating func node<R: Reducer>(for reducer: R) -> Node<R.State, R.Action> {
    if let provider = reducer as? any NodeProvider {
      return cast(open(provider))
    }
    if R.Body.self == Never.self {
      return leaf(reducer)
    }
    let feature = ObjectIdentifier(R.self)
    if features.contains(feature) {
      // A feature inside itself: its tree is built when an action first comes that deep.
      return LazyNode(
        reducer, numbering: numbering.makePart(), hosts: hosts, restarts: restarts)
    }
    features.append(feature)
    defer { features.removeLast() }
    guard let body = reducer.body as? any Reducer else {
      return leaf(reducer)
    }
    return cast(open(body: body))
  }

  /// The node of a feature that would be hosted, in a tree that hosts nothing.
  ///
  /// - Parameter interrupted: The action by which it is told that its effects have ended with the store's process.
  mutating func unhostedNode<R: Reducer>(
    for feature: R, _ interrupted: (@Sendable (HostedLoss) -> R.Action)?
  ) -> Node<R.State, R.Action> {
    let restarts = restarts
    // Inside a feature that is hosted nothing is, and nobody is told.
    self.restarts = false
    defer { self.restarts = restarts }
    let node = node(for: feature)
    guard restarts, let interrupted else { return node }
    noteMount()
    return RestartedNode(node, interrupted)
  }

  /// The node of a child that an operator embeds without presenting it.
  mutating func embeddedNode<R: Reducer>(for child: R) -> Node<R.State, R.Action> {
    DependencyValues.embedding { node(for: child) }
  }

  private func leaf<R: Reducer>(_ reducer: R) -> Node<R.State, R.Action> {
    LeafNode { state, action, _ in reducer.reduce(into: &state.pointee, action: action) }
  }

  private mutating func open<P: NodeProvider>(_ provider: P) -> AnyObject {
    provider.makeNode(&self)
  }

  private mutating func open<B: Reducer>(body: B) -> AnyObject {
    node(for: body)
  }

  private func cast<State, Action>(_ node: AnyObject) -> Node<State, Action> {
    guard let node = node as? Node<State, Action> else {
      preconditionFailure("a reducer's body has the state and the action of the reducer")
    }
    return node
  }
}

/// A reducer that knows how it becomes a node.
package protocol NodeProvider: Reducer {
  func makeNode(_ tree: inout TreeBuilder) -> Node<State, Action>
}
