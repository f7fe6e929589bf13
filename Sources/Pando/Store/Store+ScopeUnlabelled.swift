extension Store {
  /// A store of a child whose state is always there: as `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, action: toChildAction)
  }

  /// A store of an optional child; nil while the child is nil: as `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, action: toChildAction)
  }

  /// A store of a feature that is presented; nil while it is not: as `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, action: toChildAction)
  }

  /// The stores of the elements of a collection: as `scope(state:action:)`.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ toElementsState: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    scope(state: toElementsState, action: toElementAction)
  }

  /// The stores of the elements of a navigation stack: as `scope(state:action:)`.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    _ toStackState: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    scope(state: toStackState, action: toStackAction)
  }
}
