extension IfLetNode {
  /// Returns the logic of a child in an optional, or of one that is presented, for the types of whoever
  /// calls this.
  ///
  /// - Parameters:
  ///   - holder: The type of the value that holds the child.
  ///   - extract: Returns the request to the child; nil where the action is not for it.
  ///   - identities: Reads the child's identity, for the same types.
  ///   - aside: Does what this leaves: a child that is observed, reached by accessors, missing, dismissed, or
  ///     over with the action.
  @inlinable
  static func logic<Holder: OptionalChildState, Requests>(
    in holder: Holder.Type, _ extract: @escaping (Action) -> Requests?, _ node: IfLetNode,
    _ identities: IdentityReader<ChildState>, else aside: @escaping Logic
  ) -> Logic where Holder.ChildState == ChildState {
    node.identities = identities
    let isPlain = Requests.self == ChildAction.self
    if !isPlain && Requests.self != PresentationAction<ChildAction>.self { return aside }
    return { state, action, pass in
      guard let request = extract(action) else { return node.parentLogic(state, action, pass) }
      if node.offset < 0 || node.mayEnd || pass.isObserved { return aside(state, action, pass) }
      var effect = Effect<ChildAction>.none
      // The offset is the runtime's own for exactly the key path to the holder, so it lies there.
      let holder = (UnsafeMutableRawPointer(state) + node.offset)
        .assumingMemoryBound(to: Holder.self)
      let childAction: ChildAction
      if isPlain {
        // The types are the same.
        childAction = unsafeBitCast(request, to: ChildAction.self)
      } else {
        let request = unsafeBitCast(request, to: PresentationAction<ChildAction>.self)
        guard case .presented(let presented) = request else { return aside(state, action, pass) }
        childAction = presented
      }
      let isThere = Holder.withChild(of: holder) { child in
        node.note(child)
        effect = node.childLogic(child, childAction, pass)
      }
      guard isThere else { return aside(state, action, pass) }
      let own = effect.isNone ? Effect<Action>.none : node.embedNoted(effect)
      return own.merge(with: node.parentLogic(state, action, pass))
    }
  }

  /// Returns the logic of a child in a case of its parent's state, for the types of whoever calls this.
  @inlinable
  static func logic(
    inCase path: AnyCasePath<State, ChildState>, _ node: IfLetNode,
    _ identities: IdentityReader<ChildState>, else aside: @escaping Logic
  ) -> Logic {
    node.identities = identities
    let (take, put) = (path.extraction, path.embedding)
    return { state, action, pass in
      guard let childAction = node.extract(action) else {
        return node.parentLogic(state, action, pass)
      }
      if pass.isObserved { return aside(state, action, pass) }
      guard var child = take(state.pointee) else { return aside(state, action, pass) }
      // The state lets go of the payload meanwhile, so that a buffer which nobody else holds is not copied.
      state.deinitialize(count: 1)
      let effect = withUnsafeMutablePointer(to: &child) { child in
        node.note(child)
        return node.childLogic(child, childAction, pass)
      }
      state.initialize(to: put(child))
      let own = effect.isNone ? Effect<Action>.none : node.embedNoted(effect)
      return own.merge(with: node.parentLogic(state, action, pass))
    }
  }

  /// Remembers the identity of the child before an action, which may change it.
  @inlinable @inline(__always)
  func note(_ child: UnsafeMutablePointer<ChildState>) {
    lentIdentities._withUnsafeGuaranteedRef { $0.note(child) }
  }

  /// Returns the child's effect as one of the child that was noted.
  @usableFromInline
  func embedNoted(_ effect: Effect<ChildAction>) -> Effect<Action> {
    embed(effect, identities.notedStep(at: site))
  }
}
