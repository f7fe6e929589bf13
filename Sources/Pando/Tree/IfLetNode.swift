/// A child whose state may be absent: the child first, the parent second.
@usableFromInline
final class IfLetNode<State, Action, ChildState, ChildAction>: Node<State, Action> {
  /// Makes the logic; the second does what that leaves, for any types.
  @usableFromInline typealias MakeLogic = (IfLetNode, @escaping Logic) -> Logic

  let site: Int
  private let parent: Node<State, Action>
  @usableFromInline let parentLogic: Logic
  let place: ChildPlace
  /// Where the value that holds the child lies; negative where it is not a stored property.
  @usableFromInline let offset: Int
  /// True if an action of the child may end it.
  @usableFromInline let mayEnd: Bool
  private let action: AnyCasePath<Action, ChildAction>
  @usableFromInline let extract: (Action) -> ChildAction?
  /// The path's own closure: calling it by way of the path asks the runtime for the path's type.
  let inspect: (Action, (ChildAction) -> Void) -> Bool
  private let child: Node<ChildState, ChildAction>
  @usableFromInline let childLogic: Node<ChildState, ChildAction>.Logic
  let makeLogic: MakeLogic
  private let location: OperatorLocation
  /// Dismisses the child, where that can be asked for.
  private let dismissal: (@Sendable () -> Action)?
  /// The report for a child's state that is not there.
  private let missing: (OperatorLocation, ChildAction) -> String
  /// Reads identities; another for the types of whoever asks for the logic.
  @usableFromInline
  var identities: IdentityReader<ChildState> {
    didSet { lentIdentities = .passUnretained(identities) }
  }
  // The same, which `identities` holds, without counting a reference for every action.
  @usableFromInline
  @exclusivity(unchecked)
  var lentIdentities: Unmanaged<IdentityReader<ChildState>>

  init(
    site: Int,
    parent: Node<State, Action>,
    place: ChildPlace,
    action: AnyCasePath<Action, ChildAction>,
    child: Node<ChildState, ChildAction>,
    identities: IdentityReader<ChildState>,
    location: OperatorLocation,
    dismissal: (@Sendable () -> Action)? = nil,
    logic: @escaping MakeLogic = { $1 },
    mayEnd: Bool = false,
    missing: @escaping (OperatorLocation, ChildAction) -> String
  ) {
    self.site = site
    self.identities = identities
    lentIdentities = .passUnretained(identities)
    self.parent = parent
    parentLogic = parent.logic
    makeLogic = logic
    self.mayEnd = mayEnd
    self.place = place
    offset = place.holderOffset
    self.action = action
    inspect = action.inspection
    extract = action.extraction
    self.child = child
    childLogic = child.logic
    self.location = location
    self.dismissal = dismissal
    self.missing = missing
    super.init(mayHost: parent.mayHost || child.mayHost)
  }

  override func mayHost(_ action: Action) -> Bool {
    var mayHost = parent.mayHost && parent.mayHost(action)
    if child.mayHost, !mayHost { _ = inspect(action) { mayHost = child.mayHost($0) } }
    return mayHost
  }

  override var logic: Logic {
    makeLogic(self) { [self] in reduce($0, $1, $2) }
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    var childEffect = Effect<Action>.none
    _ = inspect(action) { childAction in
      place.with(state) { childEffect = reduceChild(state, typed($0), childAction, pass) }
    }
    return childEffect.merge(with: parentLogic(state, action, pass))
  }

  @inline(__always)
  private func typed(_ state: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ChildState>? {
    state?.assumingMemoryBound(to: ChildState.self)
  }

  private func reduceChild(
    _ state: UnsafeMutablePointer<State>, _ childState: UnsafeMutablePointer<ChildState>?,
    _ childAction: ChildAction, _ pass: Pass
  ) -> Effect<Action> {
    guard let childState else {
      pass.warn(location, self.missing(self.location, childAction))
      return .none
    }
    return onChild(state, childState, pass) { childLogic(childState, childAction, pass) }
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    _ = inspect(action) { childAction in
      place.with(state) { childState in
        guard let childState = typed(childState) else { return }
        effect = onChild(state, childState, pass) { child.recover(childState, childAction, pass) }
      }
    }
    return effect.merge(with: parent.recover(state, action, pass))
  }

  @inline(__always)
  private func onChild(
    _ state: UnsafeMutablePointer<State>, _ childState: UnsafeMutablePointer<ChildState>,
    _ pass: Pass, _ body: () -> Effect<ChildAction>
  ) -> Effect<Action> {
    // The identity is that before the action, which may change it.
    identities.note(childState)
    let effect = place.watch.reduce(state, childState, pass, body)
    if effect.isNone { return .none }
    return embedNoted(effect)
  }

  func embed(_ effect: Effect<ChildAction>, _ step: IncarnationStep) -> Effect<Action> {
    let embedded = effect.map { [path = self.action] in path.embed($0) }
    return (dismissal.map { embedded.dismissed(by: $0) } ?? embedded).owned(by: step)
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    if child.mayHost {
      _ = inspect(action) { childAction in
        place.read(state) { childState in
          guard let childState = typed(childState) else { return router.isChildMissing = true }
          let incarnation = self.incarnation(of: childState, below: incarnation, router)
          child.route(childState, childAction, incarnation, router)
        }
      }
    }
    if parent.mayHost {
      parent.route(state, action, incarnation, router)
    }
  }

  override func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    if child.mayHost {
      _ = inspect(action) { childAction in
        let isThere = incarnation.withOnlyChild(at: site) {
          child.guess(childAction, $0, router)
        }
        if !isThere { router.isUnsure = true }
      }
    }
    if parent.mayHost { parent.guess(action, incarnation, router) }
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    var isGone = false
    _ = incarnation.withOnlyChild(at: site) { living in
      if place.isStored {
        isGone = !sweep(typed(place.stored(in: state)), living, &ended)
      } else {
        place.read(state) { isGone = !sweep(typed($0), living, &ended) }
      }
    }
    if isGone, let gone = incarnation.onlyChild(at: site) {
      gone.end()
      ended.append(gone)
    }
    parent.sweep(state, incarnation, &ended)
  }

  /// Sweeps inside the child; returns false when it is no longer there.
  @inline(__always)
  private func sweep(
    _ childState: UnsafeMutablePointer<ChildState>?, _ living: Incarnation,
    _ ended: inout [Incarnation]
  ) -> Bool {
    guard let childState, isSame(living, childState) else { return false }
    if living.hasChildren { child.sweep(childState, living, &ended) }
    return true
  }

  private func incarnation(
    of childState: UnsafeMutablePointer<ChildState>, below incarnation: Incarnation,
    _ router: Router
  ) -> Incarnation {
    if let living = incarnation.onlyChild(at: site), isSame(living, childState) { return living }
    return router.child(identities.step(to: childState, at: site), of: incarnation)
  }

  private func isSame(
    _ living: Incarnation, _ childState: UnsafeMutablePointer<ChildState>
  ) -> Bool {
    lentIdentities._withUnsafeGuaranteedRef { $0.isSame(living, childState) }
  }

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    if child.mayHost {
      _ = incarnation.withOnlyChild(at: site) { living in
        guard living.isWatched else { return }
        if place.isStored {
          if let childState = typed(place.stored(in: state)) { child.reconcile(childState, living) }
          return
        }
        place.read(state) { childState in
          if let childState = typed(childState) { child.reconcile(childState, living) }
        }
      }
    }
    parent.reconcile(state, incarnation)
  }

  override func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>)
    -> Bool?
  {
    guard let first = steps.first, first.site == site else {
      return parent.contains(state, steps)
    }
    return place.readResult(state) { childState in
      guard let childState = typed(childState), identities.step(to: childState, at: site) == first
      else {
        return false
      }
      let rest = steps.dropFirst()
      return rest.isEmpty ? true : child.contains(childState, rest)
    }
  }

  override func locate(
    _ token: UInt64, below parentToken: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    let steps = place.readResult(state) { childState -> [IncarnationStep]? in
      guard let childState = typed(childState) else { return nil }
      let step = identities.step(to: childState, at: site)
      let found = step.token(below: parentToken)
      if found == token { return [step] }
      return child.locate(token, below: found, childState).map { [step] + $0 }
    }
    return steps ?? parent.locate(token, below: parentToken, state)
  }

  override var mayMount: Bool { parentMounts || childMounts }
  private lazy var parentMounts = parent.mayMount
  private lazy var childMounts = child.mayMount

  override var mayMountAgain: Bool { parent.mayMountAgain || childMounts }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    let effect = parentMounts || mounted.isRestart ? parent.mount(state, mounted) : .none
    guard childMounts || mounted.isRestart && child.mayHost else { return effect }
    var childEffect = Effect<Action>.none
    place.read(state) { childState in
      guard let childState = typed(childState) else { return mounted.removeChildren(at: site) }
      let step = identities.step(to: childState, at: site)
      let effect = child.mount(childState, mounted.onlyChild(step))
      if !effect.isNone { childEffect = embed(effect, step) }
    }
    return effect.merge(with: childEffect)
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    child.visitHosted(visit)
    parent.visitHosted(visit)
  }
}
