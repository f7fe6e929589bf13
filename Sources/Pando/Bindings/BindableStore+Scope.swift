extension BindableStore {
  /// A binding to the store of a feature that is presented; its value is nil while the feature is not.
  ///
  /// Setting nil dismisses the feature, unless another was presented when the binding was made. Setting
  /// a store does nothing: a feature is presented by an action.
  ///
  /// - Parameters:
  ///   - toChildState: Where the feature's state lives: `\.child`, or `\.destination?.detail`.
  ///   - toChildAction: The case of the store's action that presents: `\.child`. In a destination that is
  ///     an enum it goes on to the case: `\.destination.detail`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> StoreBinding<Store<ChildState, ChildAction>?> {
    let (state, action) = (SharedKeyPath(toChildState), SharedKeyPath(toChildAction))
    let store = store
    let identity = { @Sendable in
      store.withState { $0[keyPath: state.keyPath].map { PresentedIdentity($0) } }
    }
    // Made of a copy of the state, and only compared from here on.
    nonisolated(unsafe) let first = identity()
    return StoreBinding(
      get: { store.scope(state: state.keyPath, action: action.keyPath) },
      set: { child in
        guard child == nil, let current = identity(), first == nil || first == current else {
          return
        }
        store.send(action.keyPath(.dismiss))
      })
  }

  /// A binding to the store of a feature that is presented: as `scope(state:action:)`.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> StoreBinding<Store<ChildState, ChildAction>?> {
    scope(state: toChildState, action: toChildAction)
  }

  /// A binding to the store of a navigation stack. Setting it does nothing: a stack is changed by actions.
  ///
  /// - Parameters:
  ///   - toStackState: Where the stack lives.
  ///   - toStackAction: The case of the store's action that holds the stack's.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    state toStackState: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreBinding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>> {
    let (state, action) = (SharedKeyPath(toStackState), SharedKeyPath(toStackAction))
    let store = store
    return StoreBinding(
      get: { store.scope(state: state.keyPath, action: action.keyPath) },
      set: { _ in })
  }

  /// A binding to the store of a navigation stack: as `scope(state:action:)`.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    _ toStackState: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreBinding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>> {
    scope(state: toStackState, action: toStackAction)
  }
}
