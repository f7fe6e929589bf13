extension Reducer {
  /// Runs a child's reducer on optional state.
  ///
  /// The child runs first, so that it can react to its own action, then this reducer, which may set
  /// the child to nil. When a commit leaves the child nil, or with another identity (`Identifiable`
  /// state), the child's effects end and nothing that they sent commits any more.
  ///
  /// A child action that comes while the child is nil is reported as an issue.
  ///
  /// - Parameters:
  ///   - toWrappedState: Where the child's state lives.
  ///   - toWrappedAction: The case of this reducer's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @warn_unqualified_access
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLet(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: AnyCasePath(toWrappedAction),
      child: wrapped(),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct IfLet<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let toChildState: WritableKeyPath<Parent.State, Child.State?>
  let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  let child: Child
  let location: OperatorLocation

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    withUnsafeMutablePointer(to: &state) { state in
      TreeBuilder.detachedNode(for: self).reduce(state, action, Pass())
    }
  }
}

extension IfLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    IfLetNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      state: StatePath(toChildState),
      action: toChildAction,
      child: tree.node(for: child),
      location: location)
  }
}
