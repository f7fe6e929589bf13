extension Reducer {
  /// Runs a child's reducer on the element that an action names, in an ``IdentifiedArray`` or on a
  /// navigation stack.
  ///
  /// The element runs first, then this reducer, which may remove it. When a commit removes an
  /// element, its effects end and nothing that they sent commits any more.
  ///
  /// Of a stack, a push puts the element on it first. A `popFrom` runs this reducer first, which sees the
  /// element for the last time; then it and all above it are popped. An element can pop itself with
  /// ``DependencyValues/dismiss``.
  ///
  /// An action for an element that is not there is reported as an issue, and so is a push of an id
  /// that the stack has.
  ///
  /// There is one form for both kinds of state, since the compiler would try every combination of two
  /// along a chain.
  ///
  /// - Parameters:
  ///   - toElementsState: Where the elements live.
  ///   - toElementAction: The case of this reducer's action that holds an element's.
  ///   - element: The reducer of one element.
  @inlinable @warn_unqualified_access
  public func forEach<Elements: ElementsState, Requests: ElementsAction, Element>(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, Requests>,
    @ReducerBuilder<Elements.ElementState, Requests.ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Element: Reducer<Elements.ElementState, Requests.ElementAction>,
    Elements.ElementKind == Requests.ElementKind
  {
    ForEach(
      parent: self,
      toElements: toElementsState,
      toElementAction: AnyCasePath(toElementAction),
      element: element,
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducer of the features on a navigation stack.
  ///
  /// As `forEach(_:action:element:)`.
  ///
  /// - Parameters:
  ///   - toStackState: Where the stack lives.
  ///   - toStackAction: The case of this reducer's action that holds the stack's.
  ///   - destination: The reducer of one element.
  @_disfavoredOverload @inlinable @warn_unqualified_access
  public func forEach<
    DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    ForEach(
      parent: self,
      toElements: toStackState,
      toElementAction: AnyCasePath(toStackAction),
      element: destination,
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of an enum on a navigation stack: see ``Reducer()``.
  ///
  /// As `forEach(_:action:destination:)` with the enum's `body`.
  ///
  /// - Parameters:
  ///   - toStackState: Where the stack lives.
  ///   - toStackAction: The case of this reducer's action that holds the stack's.
  @inlinable @warn_unqualified_access
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    ForEach(
      parent: self,
      toElements: toStackState,
      toElementAction: AnyCasePath(toStackAction),
      element: { DestinationState.StateReducer.body },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@usableFromInline
struct ForEach<Parent: Reducer, Elements: ElementsState, Requests: ElementsAction, Element>: Reducer
where
  Element: Reducer, Element.State == Elements.ElementState,
  Element.Action == Requests.ElementAction, Elements.ElementKind == Requests.ElementKind
{
  @usableFromInline typealias Parts = ElementsParts<
    Parent.State, Parent.Action, Element.State, Element.Action, Elements.ElementKind.ID
  >

  let parent: Parent
  let toElements: WritableKeyPath<Parent.State, Elements>
  let toElementAction: AnyCasePath<Parent.Action, Requests>
  let element: Element
  /// Makes what the store runs, where the types are known.
  let logic: Parts.Maker
  let location: OperatorLocation

  @inlinable
  init(
    parent: Parent,
    toElements: WritableKeyPath<Parent.State, Elements>,
    toElementAction: AnyCasePath<Parent.Action, Requests>,
    element: () -> Element,
    location: OperatorLocation
  ) {
    let extract = toElementAction.extraction
    self.init(
      parent: parent, toElements: toElements, toElementAction: toElementAction, element: element,
      logic: Parts.Maker { $0.logic(in: Elements.self, extract) },
      location: location)
  }

  @usableFromInline
  init(
    parent: Parent,
    toElements: WritableKeyPath<Parent.State, Elements>,
    toElementAction: AnyCasePath<Parent.Action, Requests>,
    element: () -> Element,
    logic: Parts.Maker,
    location: OperatorLocation
  ) {
    self.parent = parent
    self.toElements = toElements
    self.toElementAction = toElementAction
    self.element =
      Requests.self is any PresentingElements.Type
      ? DependencyValues.presenting(element) : DependencyValues.embedding(element)
    self.logic = logic
    self.location = location
  }

  @usableFromInline
  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}
