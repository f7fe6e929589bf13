extension Store {
  /// A store of a part that may be absent, by functions instead of key paths; nil where it is.
  func scope<ChildState: Sendable, ChildAction: Sendable>(
    toState: @escaping @Sendable (State) -> ChildState?,
    toAction: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    func scope<Core: StoreCore<State, Action>>(_ core: Core) -> Store<ChildState, ChildAction>? {
      guard let initial = core.withState(toState) ?? nil else { return nil }
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
