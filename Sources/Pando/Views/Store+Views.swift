extension Store {
  /// A store of what a function makes of the state.
  ///
  /// - Parameters:
  ///   - toChildState: Called for each look at the state: it must be cheap.
  ///   - fromChildAction: Makes an action of this store from one of the child's.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: @escaping @Sendable (_ state: State) -> ChildState,
    action fromChildAction: @escaping @Sendable (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    func scope<Core: StoreCore<State, Action>>(_ core: Core) -> Store<ChildState, ChildAction> {
      Store<ChildState, ChildAction>(
        core: ScopedCore(
          parent: core, initial: nil, toState: toChildState, toParentAction: fromChildAction))
    }
    return scope(core)
  }

  /// A store of a part that may be absent, by functions instead of key paths; nil where it is.
  func scope<ChildState: Sendable, ChildAction: Sendable>(
    toState: @escaping @Sendable (State) -> ChildState?,
    toAction: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    func scope<Core: StoreCore<State, Action>>(_ core: Core) -> Store<ChildState, ChildAction>? {
      guard let initial = core.withState(.identity, toState) ?? nil else { return nil }
      return Store<ChildState, ChildAction>(
        core: ScopedCore(
          parent: core, initial: initial, toState: toState, toParentAction: toAction))
    }
    return scope(core)
  }

  /// The store of one element; nil where there is none.
  func element<ID: Hashable & Sendable, EachState: Sendable, EachAction: Sendable>(
    id: ID
  ) -> Store<EachState, EachAction>?
  where State == IdentifiedArray<ID, EachState>, Action == IdentifiedAction<ID, EachAction> {
    scope(toState: { $0[id: id] }, toAction: { .element(id: id, action: $0) })
  }
}
