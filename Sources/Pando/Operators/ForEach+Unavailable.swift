// The compiler chooses one of these where no form of `forEach` fits, and says what to write.

extension Reducer {
  /// Not there: the elements, their actions and the reducer are not of one feature, or there are no ids.
  @available(
    *, unavailable,
    message: """
      the elements, the action and the reducer do not fit: 'Row()' runs on 'IdentifiedArrayOf<Row.State>' \
      with a 'case rows(IdentifiedActionOf<Row>)', or on 'StackState<Row.State>' with a \
      'case rows(StackActionOf<Row>)'; in another collection no element has an id, by which an action names it
      """
  )
  @_disfavoredOverload
  public func forEach<Elements, Requests, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, Requests>,
    element: () -> Element
  ) -> Self { self }

  /// Not there: the elements do not know their reducer, or the action is not that of a stack.
  @available(
    *, unavailable,
    message: """
      say which reducer runs an element: 'forEach(\\.rows, action: \\.rows) { Row() }'; a stack of an enum \
      of features knows it, where the action has a 'case path(StackActionOf<Path>)'
      """
  )
  @_disfavoredOverload
  public func forEach<Elements, Requests>(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, Requests>
  ) -> Self { self }
}
