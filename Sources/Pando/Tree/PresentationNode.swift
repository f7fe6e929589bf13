/// A feature that is presented: as `IfLetNode`, and dismissed by an action, or by its first action when
/// it is ephemeral.
final class PresentationNode<State, Action, ChildState, ChildAction>: ForwardingNode<State, Action>
{
  /// The request of an action.
  private enum Request {
    case nothing, dismissal, presented
  }

  private let parentLogic: Logic
  private let clear: (UnsafeMutablePointer<State>) -> Void
  private let request: (Action) -> Request
  private let location: OperatorLocation
  private let lifetime: EphemeralLifetime<ChildState, ChildAction>
  /// The child first, the parent second; everything but dismissals.
  private let inner: IfLetNode<State, Action, ChildState, ChildAction>

  /// A feature with actions to present and to dismiss it.
  init(
    site: Int,
    parent: Node<State, Action>,
    place: ChildPlace,
    clear: @escaping (UnsafeMutablePointer<State>) -> Void,
    action: AnyCasePath<Action, PresentationAction<ChildAction>>,
    destination: Node<ChildState, ChildAction>,
    identities: IdentityReader<ChildState>,
    lifetime: EphemeralLifetime<ChildState, ChildAction>,
    location: OperatorLocation,
    logic: @escaping IfLetNode<State, Action, ChildState, ChildAction>.MakeLogic = { $1 }
  ) {
    parentLogic = parent.logic
    self.clear = clear
    self.location = location
    request = { [inspect = action.inspection] action in
      var request = Request.nothing
      _ = inspect(action) { action in
        if case .dismiss = action { request = .dismissal } else { request = .presented }
      }
      return request
    }
    self.lifetime = lifetime
    inner = IfLetNode(
      site: site,
      parent: parent,
      place: place,
      action: action.appending(path: PresentationAction<ChildAction>.allCasePaths.presented),
      child: destination,
      identities: identities,
      location: location,
      dismissal: { action.embed(.dismiss) },
      logic: logic,
      mayEnd: lifetime.mayEnd
    ) { location, action in
      """
      An "ifLet" at "\(location.fileID):\(location.line)" received a presentation action when \
      destination state was absent.

        Action: \(WarningText.action(action))

      Send a feature's actions only while it is presented: a parent that runs before the "ifLet" \
      must not dismiss it, and effects of the feature should end with it.
      """
    }
    super.init(inner)
  }

  /// Ephemeral state whose actions are not wrapped.
  init(
    inner: IfLetNode<State, Action, ChildState, ChildAction>,
    parent: Node<State, Action>,
    clear: @escaping (UnsafeMutablePointer<State>) -> Void,
    action: AnyCasePath<Action, ChildAction>,
    lifetime: EphemeralLifetime<ChildState, ChildAction>,
    location: OperatorLocation
  ) {
    self.lifetime = lifetime
    self.inner = inner
    parentLogic = parent.logic
    self.clear = clear
    self.location = location
    request = { [inspect = action.inspection] action in
      var request = Request.nothing
      _ = inspect(action) { _ in request = .presented }
      return request
    }
    super.init(inner)
  }

  override var logic: Logic {
    inner.makeLogic(inner) { [self] in reduce($0, $1, $2) }
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    let request = request(action)
    switch request {
    case .nothing:
      return inner.reduce(state, action, pass)
    case .presented:
      guard isOver(state, after: action) else { return inner.reduce(state, action, pass) }
    case .dismissal: break
    }
    let isDismissal = request == .dismissal
    guard let before = identity(state) else {
      if isDismissal { warnOfDismissal(pass) }
      return isDismissal ? parentLogic(state, action, pass) : inner.reduce(state, action, pass)
    }
    let effect =
      isDismissal ? parentLogic(state, action, pass) : inner.reduce(state, action, pass)
    // What the parent put in its place stays.
    if identity(state) == before { clear(state) }
    return effect
  }

  private func isOver(_ state: UnsafeMutablePointer<State>, after action: Action) -> Bool {
    if !lifetime.mayEnd { return false }
    var isOver = false
    inner.place.read(state) { child in
      guard let child = child?.assumingMemoryBound(to: ChildState.self) else { return }
      _ = inner.inspect(action) { isOver = lifetime.isOver(child, after: $0) }
    }
    return isOver
  }

  private func identity(_ state: UnsafeMutablePointer<State>) -> PresentedIdentity? {
    inner.place.readResult(state) { child in
      child.map { PresentedIdentity($0.assumingMemoryBound(to: ChildState.self).pointee) }
    }
  }

  private func warnOfDismissal(_ pass: Pass) {
    pass.warn(
      location,
      """
      An "ifLet" at "\(self.location.fileID):\(self.location.line)" received a dismissal action when \
      destination state was already absent.

      Send "dismiss" once, and only while the feature is presented.
      """)
  }
}
