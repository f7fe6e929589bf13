// The compiler chooses one of these where no form of `ifLet` fits, and says what to write. While it finds
// one that fits it does not look at them, so that they take no time in code that compiles. There is one for
// each number of arguments: where there is a mistake, the compiler tries them all at each link of a chain.

extension Reducer {
  /// Not there: the state, the action and the reducer are not of one child.
  @available(
    *, unavailable,
    message: """
      the state, the action and the reducer of this child do not fit: '\\.$child' is of \
      '@Presents var child: Child.State?' and goes with 'case child(PresentationAction<Child.Action>)'; \
      '\\.child' is of 'var child: Child.State?' and goes with 'case child(Child.Action)'; a child that \
      is never nil is run by 'Scope(state: \\.child, action: \\.child) { Child() }'
      """
  )
  @_disfavoredOverload
  public func ifLet<Holder, Requests, Child: Reducer>(
    _ toChildState: WritableKeyPath<State, Holder>,
    action toChildAction: CaseKeyPath<Action, Requests>,
    destination child: () -> Child
  ) -> Self { self }

  /// Not there: the state does not know its reducer, or the action is not that of what is presented.
  @available(
    *, unavailable,
    message: """
      say which reducer runs this child: 'ifLet(\\.$child, action: \\.child) { Child() }'; an enum of \
      features and an alert know it, where '\\.$child' is of '@Presents var child: Child.State?' and goes \
      with 'case child(PresentationAction<Child.Action>)'
      """
  )
  @_disfavoredOverload
  public func ifLet<Holder, Requests>(
    _ toChildState: WritableKeyPath<State, Holder>,
    action toChildAction: CaseKeyPath<Action, Requests>
  ) -> Self { self }
}
