/// A child on state that is always there.
@usableFromInline
final class ScopeNode<State, Action, ChildState, ChildAction>: Node<State, Action> {
  @usableFromInline typealias MakeLogic = (ScopeNode) -> Logic

  private let state: StatePath<State, ChildState>
  /// Where the child's state lies; negative when it is not a stored property.
  @usableFromInline let offset: Int
  private let action: AnyCasePath<Action, ChildAction>
  @usableFromInline let extract: (Action) -> ChildAction?
  /// The path's own closure: calling it by way of the path asks the runtime for the path's type.
  private let inspect: (Action, (ChildAction) -> Void) -> Bool
  private let child: Node<ChildState, ChildAction>
  @usableFromInline let childLogic: Node<ChildState, ChildAction>.Logic
  private let makeLogic: MakeLogic

  init(
    state: StatePath<State, ChildState>,
    action: AnyCasePath<Action, ChildAction>,
    child: Node<ChildState, ChildAction>,
    logic: @escaping MakeLogic
  ) {
    self.state = state
    offset = state.offset
    self.action = action
    extract = action.extraction
    inspect = action.inspection
    self.child = child
    childLogic = child.logic
    makeLogic = logic
    super.init(mayHost: child.mayHost)
  }

  override func mayHost(_ action: Action) -> Bool {
    var mayHost = false
    if self.mayHost { _ = inspect(action) { mayHost = child.mayHost($0) } }
    return mayHost
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    logic(state, action, pass)
  }

  override var logic: Logic { makeLogic(self) }

  /// Returns the logic, for the types of whoever calls this.
  @inlinable
  static func logic(_ node: ScopeNode) -> Logic {
    { state, action, pass in
      guard let childAction = node.extract(action) else { return .none }
      if node.offset < 0 || pass.isObserved { return node.reduceAside(state, childAction, pass) }
      // The offset is the runtime's own for exactly this key path, so the child's state lies there.
      let child = UnsafeMutableRawPointer(state) + node.offset
      let effect = node.childLogic(
        child.assumingMemoryBound(to: ChildState.self), childAction, pass)
      return effect.isNone ? .none : node.embed(effect)
    }
  }

  /// Reduces where the child is reached by its accessors, or observed.
  @usableFromInline
  func reduceAside(
    _ state: UnsafeMutablePointer<State>, _ childAction: ChildAction, _ pass: Pass
  ) -> Effect<Action> {
    var effect = Effect<ChildAction>.none
    self.state.with(state) { childState in
      effect = self.state.watch.reduce(state, childState, pass) {
        childLogic(childState, childAction, pass)
      }
    }
    return embed(effect)
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    var effect = Effect<ChildAction>.none
    _ = inspect(action) { childAction in
      self.state.with(state) { childState in
        effect = self.state.watch.reduce(state, childState, pass) {
          child.recover(childState, childAction, pass)
        }
      }
    }
    return embed(effect)
  }

  @usableFromInline
  func embed(_ effect: Effect<ChildAction>) -> Effect<Action> {
    if effect.isNone { return .none }
    return effect.map { [path = self.action] in path.embed($0) }
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    guard mayHost else { return }
    _ = inspect(action) { childAction in
      self.state.read(state) { child.route($0, childAction, incarnation, router) }
    }
  }

  override func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    guard mayHost else { return }
    _ = inspect(action) { child.guess($0, incarnation, router) }
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    self.state.read(state) { child.sweep($0, incarnation, &ended) }
  }

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    guard mayHost else { return }
    self.state.read(state) { child.reconcile($0, incarnation) }
  }

  override func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>)
    -> Bool?
  {
    self.state.readResult(state) { child.contains($0, steps) }
  }

  override func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    self.state.readResult(state) { child.locate(token, below: parent, $0) }
  }

  override var mayMount: Bool { child.mayMount }

  override var mayMountAgain: Bool { child.mayMountAgain }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    guard mounted.looks(into: child) else { return .none }
    return embed(self.state.readResult(state) { child.mount($0, mounted) })
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    child.visitHosted(visit)
  }
}
