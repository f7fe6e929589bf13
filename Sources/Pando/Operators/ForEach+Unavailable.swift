// The compiler chooses one of these where no form of `forEach` fits, and says what to write.

extension Reducer {
  /// Not there: elements need identities.
  @available(
    *, unavailable,
    message: """
      an action must say of which element it is, so elements need ids: let the state hold an \
      'IdentifiedArrayOf<Row.State>', and the action have a 'case rows(IdentifiedActionOf<Row>)'
      """
  )
  @_disfavoredOverload
  public func forEach<Elements: Collection, Requests, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, Requests>,
    element: () -> Element
  ) -> Self { self }

  /// Not there: the elements, their actions and the reducer are not of one feature.
  @available(
    *, unavailable,
    message: """
      the elements, the action and the reducer do not fit: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' \
      with a 'case rows(IdentifiedActionOf<Row>)', or on 'StackState<Row.State>' with a \
      'case rows(StackActionOf<Row>)'
      """
  )
  public func forEach<Elements: ElementsState, Requests, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, Requests>,
    element: () -> Element
  ) -> Self { self }

  /// Not there: an action of a stack says of which element it is.
  @available(
    *, unavailable,
    message: """
      an action of a stack says of which element it is: write 'case path(StackActionOf<Path>)'
      """
  )
  public func forEach<ElementState: CaseReducerState, Requests>(
    _ toStackState: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, Requests>
  ) -> Self { self }

  /// Not there: the elements do not know their reducer.
  @available(
    *, unavailable,
    message: "say which reducer runs an element: 'forEach(\\.rows, action: \\.rows) { Row() }'"
  )
  public func forEach<Elements: ElementsState, Requests>(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, Requests>
  ) -> Self { self }
}
