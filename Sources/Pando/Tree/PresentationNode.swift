/// A feature that is presented: as `IfLetNode`, and dismissed by an action.
final class PresentationNode<State, Action, ChildState, ChildAction>: Node<State, Action> {
  private let parent: Node<State, Action>
  private let state: WritableKeyPath<State, PresentationState<ChildState>>
  private let inspect: (Action, (PresentationAction<ChildAction>) -> Void) -> Bool
  private let location: OperatorLocation
  private let isEphemeral = ChildState.self is any EphemeralState.Type
  private let identities: IdentityReader<ChildState>
  /// The child first, the parent second; everything but dismissals.
  private let inner: IfLetNode<State, Action, ChildState, ChildAction>

  init(
    site: Int,
    parent: Node<State, Action>,
    state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: AnyCasePath<Action, PresentationAction<ChildAction>>,
    destination: Node<ChildState, ChildAction>,
    location: OperatorLocation
  ) {
    self.parent = parent
    self.state = state
    self.location = location
    inspect = action.inspection
    identities = IdentityReader(site: site)
    inner = IfLetNode(
      site: site,
      parent: parent,
      place: ChildPlace(presented: state),
      action: action.appending(path: PresentationAction<ChildAction>.allCasePaths.presented),
      child: destination,
      location: location,
      dismissal: { action.embed(.dismiss) }
    ) { location, action in
      """
      An "ifLet" at "\(location.fileID):\(location.line)" received a presentation action when \
      destination state was absent.

        Action: \(String(reflecting: action))

      Send a feature's actions only while it is presented: a parent that runs before the "ifLet" \
      must not dismiss it, and effects of the feature should end with it.
      """
    }
  }

  override var mayHost: Bool { inner.mayHost }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    var isDismissal = false
    var isPresented = false
    _ = inspect(action) { action in
      if case .dismiss = action { isDismissal = true } else { isPresented = true }
    }
    guard isDismissal || (isPresented && isEphemeral) else {
      return inner.reduce(state, action, pass)
    }
    guard let before = step(state) else {
      if isDismissal { warnOfDismissal(pass) }
      return isDismissal ? parent.reduce(state, action, pass) : inner.reduce(state, action, pass)
    }
    let effect =
      isDismissal ? parent.reduce(state, action, pass) : inner.reduce(state, action, pass)
    // What the parent put in its place stays.
    if step(state) == before { state.pointee[keyPath: self.state].wrappedValue = nil }
    return effect
  }

  private func step(_ state: UnsafeMutablePointer<State>) -> IncarnationStep? {
    inner.place.withResult(state) { [identities] child in
      child.map { identities.step(to: $0.assumingMemoryBound(to: ChildState.self)) }
    }
  }

  private func warnOfDismissal(_ pass: Pass) {
    pass.warn(
      location,
      """
      An "ifLet" at "\(location.fileID):\(location.line)" received a dismissal action when \
      destination state was already absent.

      Send "dismiss" once, and only while the feature is presented.
      """)
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    inner.route(state, action, incarnation, router)
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation,
    _ ended: inout [Incarnation]
  ) {
    inner.sweep(state, incarnation, &ended)
  }

  override func settle(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    inner.settle(state, incarnation)
  }

  override func contains(
    _ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>
  ) -> Bool? {
    inner.contains(state, steps)
  }

  override func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    inner.locate(token, below: parent, state)
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    inner.visitHosted(visit)
  }
}
