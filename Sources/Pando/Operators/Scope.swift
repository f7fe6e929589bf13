/// Runs a child's reducer on a part of the parent's state: one that is always there, or a case of the
/// parent's enum.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline typealias Property = ScopeNode<
    ParentState, ParentAction, Child.State, Child.Action
  >
  @usableFromInline typealias OneCase = IfLetNode<
    ParentState, ParentAction, Child.State, Child.Action
  >

  @usableFromInline
  enum Place {
    case property(WritableKeyPath<ParentState, Child.State>, Property.MakeLogic)
    case `case`(AnyCasePath<ParentState, Child.State>, OperatorLocation, OneCase.MakeLogic)
  }

  @usableFromInline let place: Place
  @usableFromInline let toChildAction: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  /// Embeds a child.
  ///
  /// List it before the parent's own logic: the child first, the parent second.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state lives.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    place = .property(toChildState) { Property.logic($0) }
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = DependencyValues.embedding(child)
  }

  /// Embeds a child in a case of the parent's enum state.
  ///
  /// List it before the parent's own logic, which would otherwise put the state in another case before
  /// the child sees its action. When a commit leaves the state in another case, or the child with
  /// another identity (`Identifiable` state), the child's effects end and nothing that they sent
  /// commits any more.
  ///
  /// A child action that comes while the state is in another case is reported as an issue.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that holds the child's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  )
  where ParentState: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    let path = AnyCasePath(toChildState)
    place = .case(
      path,
      OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      { node, aside in OneCase.logic(inCase: path, node, .make(), else: aside) })
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = DependencyValues.embedding(child)
  }

  /// Runs the child if the action is for it. Builds a tree anew: a store does not come through here.
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension Scope: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<ParentState, ParentAction> {
    switch place {
    case .property(let toChildState, let logic):
      ScopeNode(
        state: StatePath(toChildState), action: toChildAction, child: tree.embeddedNode(for: child),
        logic: logic)
    case .case(let toChildState, let location, let logic):
      // As an `ifCaseLet` around nothing.
      IfLetNode(
        site: tree.makeSite(),
        parent: SequenceNode([]),
        place: ChildPlace(toChildState),
        action: toChildAction,
        child: tree.embeddedNode(for: child),
        identities: .make(),
        location: location,
        logic: logic,
        missing: Self.missing)
    }
  }

  private static func missing(_ location: OperatorLocation, _ action: Child.Action) -> String {
    """
    A "Scope" at "\(location.fileID):\(location.line)" received a child action when child state \
    was set to a different case.

      Action: \(WarningText.action(action))

    Send a child's actions only while the state is in its case: list the "Scope" before the logic \
    that changes the case, and effects of the child should end with it.
    """
  }
}
