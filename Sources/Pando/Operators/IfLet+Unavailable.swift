// The compiler chooses one of these where no form of `ifLet` fits, and says what to write. While it finds
// one that fits it does not look at them, so that they take no time in code that compiles.

extension Reducer {
  /// Not there: a presented child is named with `$`.
  @available(
    *, unavailable,
    message: """
      the action holds a 'PresentationAction', so the child is presented, and named with '$': declare \
      '@Presents var child: Child.State?' and write 'ifLet(\\.$child, action: \\.child)'
      """
  )
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    destination child: () -> Child
  ) -> Self { self }

  /// Not there: a presented enum of features is named with `$`.
  @available(
    *, unavailable,
    message: """
      the action holds a 'PresentationAction', so the child is presented, and named with '$': declare \
      '@Presents var child: Child.State?' and write 'ifLet(\\.$child, action: \\.child)'
      """
  )
  public func ifLet<ChildState: CaseReducerState>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildState.StateReducer.Action>>
  ) -> Self { self }

  /// Not there: the actions of a presented child are in a `PresentationAction`.
  @available(
    *, unavailable,
    message: """
      the child is presented, and so are its actions: write \
      'case child(PresentationAction<Child.Action>)'
      """
  )
  public func ifLet<ChildState, Child: Reducer>(
    _ toChildState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toChildAction: CaseKeyPath<Action, Child.Action>,
    destination child: () -> Child
  ) -> Self { self }

  /// Not there: the actions of a presented child are in a `PresentationAction`.
  @available(
    *, unavailable,
    message: """
      the child is presented, and so are its actions: write \
      'case child(PresentationAction<Child.Action>)'
      """
  )
  public func ifLet<ChildState: SelfReducingState>(
    _ toChildState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toChildAction: CaseKeyPath<Action, ChildState.StateReducer.Action>
  ) -> Self { self }

  /// Not there: a child that is always there is another operator's.
  @available(
    *, unavailable,
    message: """
      the state of this child is never nil: write 'Scope(state: \\.child, action: \\.child) { Child() }' \
      in the 'body', in front of the other reducers
      """
  )
  public func ifLet<Child: Reducer>(
    _ toChildState: WritableKeyPath<State, Child.State>,
    action toChildAction: CaseKeyPath<Action, Child.Action>,
    destination child: () -> Child
  ) -> Self { self }

  /// Not there: the child's state does not know its reducer.
  @available(
    *, unavailable,
    message: "say which reducer runs the child: 'ifLet(\\.$child, action: \\.child) { Child() }'"
  )
  @_disfavoredOverload
  public func ifLet<Holder: OptionalChildState, Requests>(
    _ toChildState: WritableKeyPath<State, Holder>,
    action toChildAction: CaseKeyPath<Action, Requests>
  ) -> Self { self }

  /// Not there: the reducer is another feature's.
  @available(
    *, unavailable,
    message: """
      the reducer in the closure is not of this state and this action: 'Child()' runs on a property \
      '@Presents var child: Child.State?' with a 'case child(PresentationAction<Child.Action>)', or on \
      'var child: Child.State?' with a 'case child(Child.Action)'
      """
  )
  @_disfavoredOverload
  public func ifLet<Holder, Requests, Child: Reducer>(
    _ toChildState: WritableKeyPath<State, Holder>,
    action toChildAction: CaseKeyPath<Action, Requests>,
    destination child: () -> Child
  ) -> Self { self }
}
