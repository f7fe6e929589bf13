extension ForEach: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    guard let requests = Requests.self as? any ElementsNodes.Type else {
      preconditionFailure(
        "'forEach' takes an 'IdentifiedAction' or a 'StackAction', not \(Requests.self)")
    }
    return makeNode(requests, &tree)
  }

  /// Makes a node of the same types by the names that they have in the action.
  private func makeNode<Nodes: ElementsNodes>(
    _ type: Nodes.Type, _ tree: inout TreeBuilder
  ) -> Node<Parent.State, Parent.Action> {
    guard let node = Nodes.node(for: self, &tree) else {
      preconditionFailure("'forEach' on \(Elements.self) does not take \(Requests.self)")
    }
    return node
  }
}

/// An action of elements that knows their node.
private protocol ElementsNodes {
  /// Returns the node, or nil when the action is not one of these elements.
  static func node<Parent, Elements, Requests, Element>(
    for forEach: ForEach<Parent, Elements, Requests, Element>, _ tree: inout TreeBuilder
  ) -> Node<Parent.State, Parent.Action>?
}

/// An action of elements that can dismiss themselves.
protocol PresentingElements {}

extension StackAction: PresentingElements {}

extension StackAction: ElementsNodes {
  fileprivate static func node<Parent, Elements, Requests, Element>(
    for forEach: ForEach<Parent, Elements, Requests, Element>, _ tree: inout TreeBuilder
  ) -> Node<Parent.State, Parent.Action>? {
    typealias Actions = StackAction<Element.State, Element.Action>
    typealias Stack = WritableKeyPath<Parent.State, StackState<Element.State>>
    guard let stack = forEach.toElements as? Stack,
      let action = forEach.toElementAction as? AnyCasePath<Parent.Action, Actions>,
      let logic = forEach.logic
        as? ElementsParts<
          Parent.State, Parent.Action, Element.State, Element.Action, StackElementID
        >.Maker
    else { return nil }
    return StackNode(
      site: tree.makeSite(),
      parent: tree.node(for: forEach.parent),
      elements: StatePath(stack, of: Element.State.self),
      action: action,
      element: DependencyValues.presenting { tree.node(for: forEach.element) },
      location: forEach.location,
      logic: logic)
  }
}

extension IdentifiedAction: ElementsNodes {
  fileprivate static func node<Parent, Elements, Requests, Element>(
    for forEach: ForEach<Parent, Elements, Requests, Element>, _ tree: inout TreeBuilder
  ) -> Node<Parent.State, Parent.Action>? {
    typealias Actions = IdentifiedAction<ID, Element.Action>
    typealias Rows = WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
    guard let rows = forEach.toElements as? Rows,
      let action = forEach.toElementAction as? AnyCasePath<Parent.Action, Actions>,
      let logic = forEach.logic
        as? ElementsParts<
          Parent.State, Parent.Action, Element.State, Element.Action, ID
        >.Maker
    else { return nil }
    return ForEachNode(
      site: tree.makeSite(),
      parent: tree.node(for: forEach.parent),
      elements: StatePath(rows, of: Element.State.self),
      action: action,
      element: tree.embeddedNode(for: forEach.element),
      location: forEach.location,
      logic: logic)
  }
}
