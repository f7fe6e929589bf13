extension Reducer {
  /// Runs a child's reducer on a case of this reducer's enum state.
  ///
  /// The child runs first, so that it can react to its own action, then this reducer, which may put
  /// the state in another case. When a commit leaves the state in another case, or the child with
  /// another identity (`Identifiable` state), the child's effects end and nothing that they sent
  /// commits any more.
  ///
  /// A child action that comes while the state is in another case is reported as an issue.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state that holds the child's.
  ///   - toCaseAction: The case of this reducer's action that holds the child's.
  ///   - caseReducer: The child's reducer.
  @inlinable @warn_unqualified_access
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> Case,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where State: CasePathable {
    IfCaseLet(
      parent: self,
      toChildState: AnyCasePath(toCaseState),
      toChildAction: AnyCasePath(toCaseAction),
      child: DependencyValues.embedding(caseReducer),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Runs a child's reducer on a case of this reducer's enum state, by case paths such as
  /// `/State.detail`.
  ///
  /// Behaves as the form with key paths, which is quicker.
  @_disfavoredOverload @inlinable @warn_unqualified_access
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toCaseState: AnyCasePath<State, CaseState>,
    action toCaseAction: AnyCasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> Case,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfCaseLet(
      parent: self,
      toChildState: toCaseState,
      toChildAction: toCaseAction,
      child: DependencyValues.embedding(caseReducer),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@usableFromInline
struct IfCaseLet<Parent: Reducer, Child: Reducer>: Reducer {
  @usableFromInline typealias ChildNode = IfLetNode<
    Parent.State, Parent.Action, Child.State, Child.Action
  >

  let parent: Parent
  let toChildState: AnyCasePath<Parent.State, Child.State>
  let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  let child: Child
  /// Makes what the store runs, where the types are known.
  let logic: ChildNode.MakeLogic
  let location: OperatorLocation

  @inlinable
  init(
    parent: Parent,
    toChildState: AnyCasePath<Parent.State, Child.State>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    child: Child,
    location: OperatorLocation
  ) {
    self.init(
      parent: parent, toChildState: toChildState, toChildAction: toChildAction, child: child,
      logic: { node, aside in ChildNode.logic(inCase: toChildState, node, .make(), else: aside) },
      location: location)
  }

  @usableFromInline
  init(
    parent: Parent,
    toChildState: AnyCasePath<Parent.State, Child.State>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    child: Child,
    logic: @escaping ChildNode.MakeLogic,
    location: OperatorLocation
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
    self.logic = logic
    self.location = location
  }

  @usableFromInline
  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension IfCaseLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    IfLetNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      place: ChildPlace(toChildState),
      action: toChildAction,
      child: tree.embeddedNode(for: child),
      identities: .make(),
      location: location,
      logic: logic
    ) { location, action in
      """
      An "ifCaseLet" at "\(location.fileID):\(location.line)" received a child action when child \
      state was set to a different case.

        Action: \(WarningText.action(action))

      Send a child's actions only while the state is in its case: a parent that runs before the \
      "ifCaseLet" must not change the case, and effects of the child should end with it.
      """
    }
  }
}
