extension Reducer {
  /// Runs a child's reducer on the element that an action names.
  ///
  /// The element runs first, then this reducer, which may remove it. When a commit removes an
  /// element, its effects end and nothing that they sent commits any more.
  ///
  /// An action for an element that is not there is reported as an issue.
  ///
  /// - Parameters:
  ///   - toElementsState: Where the elements live.
  ///   - toElementAction: The case of this reducer's action that holds an element's.
  ///   - element: The reducer of one element.
  @warn_unqualified_access
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    ForEach(
      parent: self,
      toElements: toElementsState,
      toElementAction: AnyCasePath(toElementAction),
      element: element(),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct ForEach<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  let parent: Parent
  let toElements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let element: Element
  let location: OperatorLocation

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    withUnsafeMutablePointer(to: &state) { state in
      TreeBuilder.detachedNode(for: self).reduce(state, action, Pass())
    }
  }
}

extension ForEach: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    ForEachNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      state: StatePath(toElements, of: Element.State.self),
      action: toElementAction,
      element: tree.node(for: element),
      location: location)
  }
}
