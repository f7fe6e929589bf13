/// A feature inside itself, built when an action first comes that deep.
final class LazyNode<R: Reducer>: Node<R.State, R.Action> {
  private let reducer: R
  private let numbering: TreeNumbering
  private let hosts: Bool
  private let restarts: Bool
  /// The dependencies of the tree: it is built in the middle of somebody's send.
  private let dependencies = DependencyValues.current
  private let layer = DependencyLayer.current
  private lazy var node: Node<R.State, R.Action> = {
    DependencyValues.with(dependencies) {
      layer.map { $0(build) } ?? build()
    }
  }()
  private lazy var logicBelow = node.logic
  private var isBuilt = false

  private func build() -> Node<R.State, R.Action> {
    var builder = TreeBuilder(numbering: numbering, hosts: hosts, restarts: restarts)
    return builder.node(for: reducer)
  }

  /// - Parameter numbering: One for this part of the tree alone, so that its numbers do not depend on
  ///   when it is built.
  init(_ reducer: R, numbering: TreeNumbering, hosts: Bool, restarts: Bool) {
    self.reducer = reducer
    self.numbering = numbering
    self.hosts = hosts
    self.restarts = restarts
    // It may: what is not built is not known.
    super.init(mayHost: hosts)
  }

  override func reduce(
    _ state: UnsafeMutablePointer<R.State>, _ action: R.Action, _ pass: Pass
  ) -> Effect<R.Action> {
    isBuilt = true
    return logicBelow(state, action, pass)
  }

  override func recover(
    _ state: UnsafeMutablePointer<R.State>, _ action: R.Action, _ pass: Pass
  ) -> Effect<R.Action> {
    isBuilt ? node.recover(state, action, pass) : .none
  }

  override func route(
    _ state: UnsafeMutablePointer<R.State>, _ action: R.Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    isBuilt = true
    node.route(state, action, incarnation, router)
  }

  override func sweep(
    _ state: UnsafeMutablePointer<R.State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    if isBuilt { node.sweep(state, incarnation, &ended) }
  }

  override func reconcile(_ state: UnsafeMutablePointer<R.State>, _ incarnation: Incarnation) {
    if isBuilt { node.reconcile(state, incarnation) }
  }

  override func contains(
    _ state: UnsafeMutablePointer<R.State>, _ steps: ArraySlice<IncarnationStep>
  ) -> Bool? {
    isBuilt ? node.contains(state, steps) : nil
  }

  /// True if the tree mounts anything: the feature stands above itself, with all that it mounts.
  override var mayMount: Bool { numbering.hasMounts }

  override var mayMountAgain: Bool { numbering.hasMounts }

  override func mount(
    _ state: UnsafeMutablePointer<R.State>, _ mounted: MountedFeature
  ) -> Effect<R.Action> {
    isBuilt = true
    return node.mount(state, mounted)
  }

  override func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<R.State>
  ) -> [IncarnationStep]? {
    isBuilt = true
    return node.locate(token, below: parent, state)
  }
}
