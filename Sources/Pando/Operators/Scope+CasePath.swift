extension Scope {
  /// Embeds a child in a case of the parent's enum state, by case paths such as `/State.detail`.
  ///
  /// Behaves as the form with key paths, which is quicker. The state need not be `CasePathable`.
  @_disfavoredOverload @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: AnyCasePath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    place = .case(
      toChildState,
      OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      { node, aside in OneCase.logic(inCase: toChildState, node, .make(), else: aside) })
    self.toChildAction = toChildAction
    self.child = child()
  }
}
