import OrderedCollections

extension Store {
  /// The stores of the elements that are there now. An observer of this is told when elements come, go or
  /// move, and not of what changes inside them.
  ///
  /// ```swift
  /// for row in store.scope(state: \.rows, action: \.rows) { show(row) }
  /// ```
  ///
  /// - Parameters:
  ///   - toElementsState: Where the elements live.
  ///   - toElementAction: The case of this store's action that holds an element's.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state toElementsState: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    let path = SharedKeyPath(toElementsState)
    let toAction = AnyCasePath(toElementAction)
    let elements = read(toElementsState)
    return StoreCollection(ids: Array(elements.ids)) { position in
      let id = elements.ids[position]
      return self.scoped(
        self.core, initial: elements[position],
        action: toAction.appending(
          path: IdentifiedAction<ID, ElementAction>.allCasePaths[id: id])
      ) { $0[keyPath: path.keyPath][id: id] }
    }
  }

  /// The stores of the elements that are on a navigation stack now, the root first. An observer of this is
  /// told when elements come or go, and not of what changes inside them.
  ///
  /// - Parameters:
  ///   - toStackState: Where the stack lives.
  ///   - toStackAction: The case of this store's action that holds the stack's.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    state toStackState: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StoreCollection<StackElementID, ElementState, ElementAction> {
    let path = SharedKeyPath(toStackState)
    let toAction = AnyCasePath(toStackAction)
    let stack = read(toStackState)
    return StoreCollection(ids: Array(stack.ids)) { position in
      let id = stack.ids[position]
      return self.scoped(
        self.core, initial: stack[position],
        action: toAction.appending(
          path: StackAction<ElementState, ElementAction>.allCasePaths[id: id])
      ) { $0[keyPath: path.keyPath][id: id] }
    }
  }
}
