extension Reducer {
  /// Runs a child's reducer on optional state, where the child's action is not ``CasePathable``.
  ///
  /// As `ifLet(_:action:destination:)`.
  ///
  /// - Parameters:
  ///   - toWrappedState: Where the child's state lives.
  ///   - toWrappedAction: The case of this reducer's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @_disfavoredOverload @inlinable @warn_unqualified_access
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
      child: wrapped,
      unwrap: { place in
        let optional = place.assumingMemoryBound(to: WrappedState?.self)
        return WrappedState?.hasChild(optional) ? place : nil
      },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Clears optional state such as an alert's after its action, where the action is not
  /// ``CasePathable``.
  ///
  /// - Parameters:
  ///   - toWrappedState: Where the optional state lives: `\.alert`.
  ///   - toWrappedAction: The case of this reducer's action that holds the buttons' actions.
  @_disfavoredOverload @inlinable @warn_unqualified_access
  public func ifLet<WrappedState: EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLet(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: AnyCasePath(toWrappedAction),
      child: { EmptyReducer<WrappedState, WrappedAction>() },
      unwrap: { place in
        let optional = place.assumingMemoryBound(to: WrappedState?.self)
        return WrappedState?.hasChild(optional) ? place : nil
      },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
