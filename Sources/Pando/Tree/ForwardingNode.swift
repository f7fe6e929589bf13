/// Has another node do everything; a subclass says what it does itself.
class ForwardingNode<State, Action>: Node<State, Action> {
  final let base: Node<State, Action>
  final let baseLogic: Logic

  init(_ base: Node<State, Action>) {
    self.base = base
    baseLogic = base.logic
    super.init(mayHost: base.mayHost)
  }

  override func mayHost(_ action: Action) -> Bool { base.mayHost(action) }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    baseLogic(state, action, pass)
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    base.recover(state, action, pass)
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    base.route(state, action, incarnation, router)
  }

  override func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    base.guess(action, incarnation, router)
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation,
    _ ended: inout [Incarnation]
  ) {
    base.sweep(state, incarnation, &ended)
  }

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    base.reconcile(state, incarnation)
  }

  override func contains(
    _ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>
  ) -> Bool? {
    base.contains(state, steps)
  }

  override func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    base.locate(token, below: parent, state)
  }

  override var mayMount: Bool { base.mayMount }

  override var mayMountAgain: Bool { base.mayMountAgain }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    base.mount(state, mounted)
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    base.visitHosted(visit)
  }
}
