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
}
