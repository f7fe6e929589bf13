extension Store {
  /// A store of a child whose state is always there.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state lives.
  ///   - toChildAction: The case of this store's action that holds the child's.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let path = SharedKeyPath(toChildState)
    return scoped(core, initial: nil, action: toChildAction) { $0[keyPath: path.keyPath] }
  }

  /// A store of an optional child; nil while the child is nil.
  ///
  /// When the child becomes nil later, the store keeps the last state that was read of it, and what is
  /// sent to it is reported like any action of a child that is not there.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    let path = SharedKeyPath(toChildState)
    guard let initial = state[keyPath: toChildState] else { return nil }
    return scoped(core, initial: initial, action: toChildAction) { $0[keyPath: path.keyPath] }
  }

  private func scoped<Core: StoreCore<State, Action>, ChildState: Sendable, ChildAction: Sendable>(
    _ core: Core,
    initial: ChildState?,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    state toState: @escaping @Sendable (State) -> ChildState?
  ) -> Store<ChildState, ChildAction> {
    let path = AnyCasePath(toChildAction)
    return Store<ChildState, ChildAction>(
      core: ScopedCore(
        parent: core, initial: initial, toState: toState,
        toParentAction: { path.embed($0) }))
  }
}

/// A key path that may be used on any thread.
private struct SharedKeyPath<Root, Value>: @unchecked Sendable {
  // A key path never changes, and those written in source capture nothing but constants.
  let keyPath: KeyPath<Root, Value>

  init(_ keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
  }
}
