/// Several reducers, run in order.
final class SequenceNode<State, Action>: Node<State, Action> {
  // The first nodes have fields of their own: code that does not know the types would ask the runtime for
  // the type of a list of them with every action.
  private let first: Node<State, Action>?
  private let second: Node<State, Action>?
  private let third: Node<State, Action>?
  /// The nodes behind those.
  private let rest: SequenceNode<State, Action>?
  /// The node that may host, where it is the only one.
  private let host: Node<State, Action>?

  init(_ nodes: [Node<State, Action>]) {
    // A builder nests pairs; here they become one list.
    let nodes = nodes.flatMap { ($0 as? SequenceNode)?.nodes ?? [$0] }
    first = nodes.first
    second = nodes.count > 1 ? nodes[1] : nil
    third = nodes.count > 2 ? nodes[2] : nil
    rest = nodes.count > 3 ? SequenceNode(Array(nodes[3...])) : nil
    let hosts = nodes.filter { $0.mayHost }
    host = hosts.count == 1 ? hosts.first : nil
    super.init(mayHost: !hosts.isEmpty)
  }

  private var nodes: [Node<State, Action>] {
    [first, second, third].compactMap { $0 } + (rest?.nodes ?? [])
  }

  override func mayHost(_ action: Action) -> Bool {
    var mayHost = false
    forEachHost { if $0.mayHost(action) { mayHost = true } }
    return mayHost
  }

  /// Calls `body` with the nodes that may host, in order.
  @inline(__always)
  private func forEachHost(_ body: (Node<State, Action>) -> Void) {
    if let host { return body(host) }
    if mayHost { forEach { if $0.mayHost { body($0) } } }
  }

  @inline(__always)
  private func forEach(_ body: (Node<State, Action>) -> Void) {
    guard let first else { return }
    body(first)
    guard let second else { return }
    body(second)
    guard let third else { return }
    body(third)
    if let rest { body(rest) }
  }

  override var logic: Logic {
    // Never in a list or an optional, where code that does not know the types puts a thunk around it.
    guard let first else { return { _, _, _ in .none } }
    var logic = first.logic
    for next in nodes.dropFirst() { logic = Self.logic(logic, next.logic) }
    return logic
  }

  private static func logic(_ first: @escaping Logic, _ second: @escaping Logic) -> Logic {
    { state, action, pass in
      let effect = first(state, action, pass)
      return effect.merge(with: second(state, action, pass))
    }
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    logic(state, action, pass)
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    nodes.reduce(.none) { $0.merge(with: $1.recover(state, action, pass)) }
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    forEachHost { $0.route(state, action, incarnation, router) }
  }

  override func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    forEachHost { $0.guess(action, incarnation, router) }
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    forEach { $0.sweep(state, incarnation, &ended) }
  }

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    forEachHost { $0.reconcile(state, incarnation) }
  }

  override func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>)
    -> Bool?
  {
    for node in nodes {
      if let answer = node.contains(state, steps) { return answer }
    }
    return nil
  }

  override func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    for node in nodes {
      if let steps = node.locate(token, below: parent, state) { return steps }
    }
    return nil
  }

  override var mayMount: Bool { mounts }
  private lazy var mounts = nodes.contains { $0.mayMount }

  override var mayMountAgain: Bool { mountsAgain }
  private lazy var mountsAgain = nodes.contains { $0.mayMountAgain }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    forEach { effect = effect.merge(with: $0.mount(state, mounted)) }
    return effect
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    for node in nodes { node.visitHosted(visit) }
  }
}
