extension Store {
  /// A store of a child whose state is always there: the same object while somebody holds it.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state lives.
  ///   - toChildAction: The case of this store's action that holds the child's.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let path = SharedKeyPath(toChildState)
    return scopes.store(toChildState, toChildAction) {
      scoped(core, initial: nil, action: toChildAction) { $0[keyPath: path.keyPath] }
    }
  }

  /// A store of an optional child; nil while the child is nil. The same object while somebody holds it.
  ///
  /// When the child becomes nil later, the store keeps the last state that was read of it, and what is
  /// sent to it is reported like any action of a child that is not there. An observer of this is told
  /// when the child comes or goes.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    let path = SharedKeyPath(toChildState)
    guard let initial = read(toChildState) else { return nil }
    return scopes.store(toChildState, toChildAction) {
      scoped(core, initial: initial, action: toChildAction) { $0[keyPath: path.keyPath] }
    }
  }

  /// A store of a feature that is presented; nil while it is not. The same object while somebody holds
  /// it.
  ///
  /// When it is dismissed later, the store keeps the last state that was read of it, and what is sent
  /// to it is reported like any action of a feature that is not there. An observer of this is told when the
  /// feature comes or goes, or another takes its place.
  ///
  /// - Parameters:
  ///   - toChildState: Where the feature's state lives: `\.child`, or `\.destination?.detail`.
  ///   - toChildAction: The case of this store's action that presents: `\.child`. In a destination
  ///     that is an enum it goes on to the case: `\.destination.detail`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    let path = SharedKeyPath(toChildState)
    guard let initial = read(toChildState) else { return nil }
    return scopes.store(toChildState, toChildAction) {
      let action = AnyCasePath(toChildAction)
        .appending(path: PresentationAction<ChildAction>.allCasePaths.presented)
      return scoped(core, initial: initial, action: action) { $0[keyPath: path.keyPath] }
    }
  }

  /// Calls one of two functions: the first with a store of the state when that is there, the second
  /// when it is nil. Each is called before this returns, and not again when the state changes.
  public func ifLet<Wrapped: Sendable>(
    then unwrap: (Store<Wrapped, Action>) -> Void, else absent: () -> Void = {}
  ) where State == Wrapped? {
    guard let initial = state else { return absent() }
    unwrap(scoped(core, initial: initial, action: AnyCasePath()) { $0 })
  }

  private func scoped<Core: StoreCore<State, Action>, ChildState: Sendable, ChildAction: Sendable>(
    _ core: Core,
    initial: ChildState?,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    state toState: @escaping @Sendable (State) -> ChildState?
  ) -> Store<ChildState, ChildAction> {
    scoped(core, initial: initial, action: AnyCasePath(toChildAction), state: toState)
  }

  func scoped<Core: StoreCore<State, Action>, ChildState: Sendable, ChildAction: Sendable>(
    _ core: Core,
    initial: ChildState?,
    action toChildAction: AnyCasePath<Action, ChildAction>,
    state toState: @escaping @Sendable (State) -> ChildState?
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      core: ScopedCore(
        parent: core, initial: initial, toState: toState,
        toParentAction: { toChildAction.embed($0) }))
  }
}

/// A key path that may be used on any thread.
struct SharedKeyPath<Root, Value>: @unchecked Sendable {
  // A key path never changes, and those written in source capture nothing but ids.
  let keyPath: KeyPath<Root, Value>

  init(_ keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
  }
}
