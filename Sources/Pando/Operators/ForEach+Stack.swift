extension Reducer {
  /// Runs the reducer of the features on a navigation stack.
  ///
  /// An element's action runs the element first, then this reducer. A push puts the element on the
  /// stack first. A `popFrom` runs this reducer first, which sees the element for the last time; then
  /// it and all above it are popped. When a commit takes an element off the stack, its effects end and
  /// nothing that they sent commits any more. An element can pop itself with
  /// ``DependencyValues/dismiss``.
  ///
  /// An action for an element that is not there is reported as an issue, and so is a push of an id
  /// that the stack has.
  ///
  /// - Parameters:
  ///   - toStackState: Where the stack lives.
  ///   - toStackAction: The case of this reducer's action that holds the stack's.
  ///   - destination: The reducer of one element.
  @warn_unqualified_access
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
    StackForEach(
      parent: self,
      toStackState: toStackState,
      toStackAction: AnyCasePath(toStackAction),
      destination: DependencyValues.presenting(destination),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of an enum on a navigation stack: see ``Reducer()``.
  ///
  /// As ``forEach(_:action:destination:)`` with the enum's `body`.
  ///
  /// - Parameters:
  ///   - toStackState: Where the stack lives.
  ///   - toStackAction: The case of this reducer's action that holds the stack's.
  @warn_unqualified_access
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    StackForEach(
      parent: self,
      toStackState: toStackState,
      toStackAction: AnyCasePath(toStackAction),
      destination: DependencyValues.presenting { DestinationState.StateReducer.body },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct StackForEach<Parent: Reducer, Destination: Reducer>: Reducer {
  typealias ElementAction = StackAction<Destination.State, Destination.Action>

  let parent: Parent
  let toStackState: WritableKeyPath<Parent.State, StackState<Destination.State>>
  let toStackAction: AnyCasePath<Parent.Action, ElementAction>
  let destination: Destination
  let location: OperatorLocation

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    withUnsafeMutablePointer(to: &state) { state in
      TreeBuilder.detachedNode(for: self).reduce(state, action, Pass())
    }
  }
}

extension StackForEach: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    StackNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      stack: StatePath(toStackState, of: Destination.State.self),
      action: toStackAction,
      element: DependencyValues.presenting { tree.node(for: destination) },
      location: location)
  }
}
