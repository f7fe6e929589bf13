extension IfLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    if let toChildState = toChildState as? WritableKeyPath<Parent.State, Child.State?>,
      let action = toChildAction as? AnyCasePath<Parent.Action, Child.Action>
    {
      return unwrappedNode(toChildState, action, &tree)
    }
    typealias Presented = WritableKeyPath<Parent.State, PresentationState<Child.State>>
    guard let toChildState = toChildState as? Presented,
      let action = toChildAction as? AnyCasePath<Parent.Action, PresentationAction<Child.Action>>
    else {
      preconditionFailure("'ifLet' takes an optional or a 'PresentationState', not \(Holder.self)")
    }
    return PresentationNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      place: ChildPlace(presented: toChildState),
      clear: { $0.pointee[keyPath: toChildState].wrappedValue = nil },
      action: action,
      destination: DependencyValues.presenting { tree.node(for: child) },
      identities: .make(),
      lifetime: .make(),
      location: location,
      logic: logic)
  }

  private func unwrappedNode(
    _ toChildState: WritableKeyPath<Parent.State, Child.State?>,
    _ action: AnyCasePath<Parent.Action, Child.Action>,
    _ tree: inout TreeBuilder
  ) -> Node<Parent.State, Parent.Action> {
    let site = tree.makeSite()
    let isEphemeral = Child.State.self is any EphemeralState.Type
    let parent = tree.node(for: parent)
    let node = IfLetNode(
      site: site,
      parent: parent,
      place: ChildPlace(toChildState, unwrap: unwrap),
      action: action,
      child: tree.embeddedNode(for: child),
      identities: .make(),
      location: location,
      logic: logic,
      mayEnd: isEphemeral
    ) { location, _ in IfLetWarning.childIsNil(location) }
    guard isEphemeral else { return node }
    return PresentationNode(
      inner: node, parent: parent, clear: { $0.pointee[keyPath: toChildState] = nil },
      action: action, lifetime: .make(), location: location)
  }
}

enum IfLetWarning {
  static func childIsNil(_ location: OperatorLocation) -> String {
    """
    An "ifLet" at "\(location.fileID):\(location.line)" received a child action when child \
    state was "nil".

    Send a child's actions only while its state is there: a parent that runs before the "ifLet" \
    must not set it to "nil", and effects of the child should end with it.
    """
  }
}
