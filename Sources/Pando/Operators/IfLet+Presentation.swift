extension Reducer {
  /// Runs the reducer of a feature that is presented.
  ///
  /// An action of the feature runs the feature first, then this reducer. A dismissal runs this reducer
  /// first, which sees the feature's state for the last time; then the state is nil. When a commit
  /// leaves the state nil, or with another identity, the feature's effects end. The feature can dismiss
  /// itself with ``DependencyValues/dismiss``.
  ///
  /// State that is ``EphemeralState``, as an alert's, is nil after this reducer has seen its action.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where the presented state lives: `\.$child`.
  ///   - toPresentationAction: The case of this reducer's action that holds the feature's.
  ///   - destination: The feature's reducer.
  @warn_unqualified_access
  public func ifLet<
    DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentedIfLet(
      parent: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(toPresentationAction),
      destination: DependencyValues.presenting(destination),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents state without logic of its own, as an alert's: it is nil after this reducer has seen its
  /// action or its dismissal.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where the presented state lives: `\.$alert`.
  ///   - toPresentationAction: The case of this reducer's action that holds the buttons' actions.
  @warn_unqualified_access
  public func ifLet<DestinationState: EphemeralState>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction:
      CaseKeyPath<Action, PresentationAction<DestinationState.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentedIfLet(
      parent: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(toPresentationAction),
      destination: EmptyReducer<DestinationState, DestinationState.Action>(),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of an enum that is presented: see ``Reducer()``.
  ///
  /// As ``ifLet(_:action:destination:)`` with the enum's `body`. State that leaves one case for another
  /// is another feature.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where the presented state lives: `\.$destination`.
  ///   - toPresentationAction: The case of this reducer's action that holds the features'.
  @warn_unqualified_access
  public func ifLet<DestinationState: CaseReducerState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    PresentedIfLet(
      parent: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(toPresentationAction),
      destination: DependencyValues.presenting { DestinationState.StateReducer.body },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct PresentedIfLet<Parent: Reducer, Destination: Reducer>: Reducer {
  let parent: Parent
  let toPresentationState: WritableKeyPath<Parent.State, PresentationState<Destination.State>>
  let toPresentationAction: AnyCasePath<Parent.Action, PresentationAction<Destination.Action>>
  let destination: Destination
  let location: OperatorLocation

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    withUnsafeMutablePointer(to: &state) { state in
      TreeBuilder.detachedNode(for: self).reduce(state, action, Pass())
    }
  }
}

extension PresentedIfLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    PresentationNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      place: ChildPlace(presented: toPresentationState),
      clear: { [toPresentationState] state in
        state.pointee[keyPath: toPresentationState].wrappedValue = nil
      },
      action: toPresentationAction,
      destination: DependencyValues.presenting { tree.node(for: destination) },
      location: location)
  }
}
