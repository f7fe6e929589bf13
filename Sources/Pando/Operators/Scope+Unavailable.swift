// The compiler chooses one of these where no form of `Scope` fits, and says what to write.

extension Scope {
  /// Not there: a child that may be missing is another operator's.
  @available(
    *, unavailable,
    message: """
      the state of this child may be nil: write '.ifLet(\\.child, action: \\.child) { Child() }' behind \
      a reducer, and '\\.$child' where the child is presented
      """
  )
  public init<Holder: OptionalChildState, Requests>(
    state toChildState: WritableKeyPath<ParentState, Holder>,
    action toChildAction: CaseKeyPath<ParentAction, Requests>,
    child: () -> Child
  ) { fatalError("unavailable") }

  /// Not there: a child that may be missing is another operator's.
  @available(
    *, unavailable,
    message: """
      the state of this child may be nil: write '.ifLet(\\.child, action: \\.child) { Child() }' behind \
      a reducer, and '\\.$child' where the child is presented
      """
  )
  public init<Holder: OptionalChildState, Requests>(
    _ toChildState: WritableKeyPath<ParentState, Holder>,
    action toChildAction: CaseKeyPath<ParentAction, Requests>,
    child: () -> Child
  ) { fatalError("unavailable") }

  /// Not there: many children are another operator's.
  @available(
    *, unavailable,
    message: """
      this is the state of many children: write '.forEach(\\.rows, action: \\.rows) { Row() }' behind \
      a reducer
      """
  )
  public init<Elements: ElementsState, Requests>(
    state toElementsState: WritableKeyPath<ParentState, Elements>,
    action toElementAction: CaseKeyPath<ParentAction, Requests>,
    child: () -> Child
  ) { fatalError("unavailable") }

  /// Not there: many children are another operator's.
  @available(
    *, unavailable,
    message: """
      this is the state of many children: write '.forEach(\\.rows, action: \\.rows) { Row() }' behind \
      a reducer
      """
  )
  public init<Elements: ElementsState, Requests>(
    _ toElementsState: WritableKeyPath<ParentState, Elements>,
    action toElementAction: CaseKeyPath<ParentAction, Requests>,
    child: () -> Child
  ) { fatalError("unavailable") }

  /// Not there: the reducer is another feature's.
  @available(
    *, unavailable,
    message: """
      the reducer in the closure is not of this state and this action: 'Child()' runs on a property \
      'var child: Child.State' with a 'case child(Child.Action)'
      """
  )
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    child: () -> Child
  ) { fatalError("unavailable") }

  /// Not there: the reducer is another feature's.
  @available(
    *, unavailable,
    message: """
      the reducer in the closure is not of this state and this action: 'Child()' runs on a property \
      'var child: Child.State' with a 'case child(Child.Action)'
      """
  )
  @_disfavoredOverload
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    child: () -> Child
  ) { fatalError("unavailable") }
}
