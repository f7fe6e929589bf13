// The compiler chooses this where no form of `ifCaseLet` fits, and says what to write.

extension Reducer {
  /// Not there: a struct has no cases.
  @available(
    *, unavailable,
    message: """
      this state has no cases: run a child that is always there by 'Scope(state: \\.child, action: \\.child)', \
      and one that may be nil by 'ifLet(\\.child, action: \\.child)'
      """
  )
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer>(
    _ toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    then child: () -> Child
  ) -> Self { self }
}
