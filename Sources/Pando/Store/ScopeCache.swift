import Synchronization

/// The stores of a store's children that somebody holds: who scopes to a child again gets the same.
struct ScopeCache: ~Copyable, Sendable {
  /// The two key paths that name a child, and the type of its store.
  struct ID: Hashable, @unchecked Sendable {
    // A key path never changes, and those written in source capture nothing but ids.
    let state: AnyKeyPath
    let action: AnyKeyPath
    let type: ObjectIdentifier
  }

  struct Held: Sendable {
    weak var store: (any AnyObject & Sendable)?
  }

  // Not private: the compiler breaks on a store that holds one inside a mutex.
  struct State: Sendable {
    var held: [ID: Held] = [:]
    /// The number of children at which those whose stores nobody holds are forgotten.
    var limit = 16

    /// Forgets the children whose stores nobody holds, and returns the stores of the others, to be let go
    /// of outside the lock.
    mutating func forgetEnded() -> [any AnyObject & Sendable] {
      let stores = held.compactMapValues(\.store)
      held = held.filter { stores[$0.key] != nil }
      limit = max(16, 2 * held.count)
      return Array(stores.values)
    }
  }

  private let state = Mutex(State())

  /// Returns the store of a child that somebody holds, or makes one.
  ///
  /// Complexity: O(1), and the hashes of the key paths.
  func store<Child: AnyObject & Sendable>(
    _ toState: AnyKeyPath, _ toAction: AnyKeyPath, make: () -> Child
  ) -> Child {
    let id = ID(state: toState, action: toAction, type: ObjectIdentifier(Child.self))
    if let known = state.withLock({ $0.held[id]?.store }) as? Child { return known }
    let made = make()
    let (store, others) = state.withLock { state in
      // Another thread may have been quicker.
      if let known = state.held[id]?.store { return (known, []) }
      let others = state.held.count < state.limit ? [] : state.forgetEnded()
      state.held[id] = Held(store: made)
      return (made as any AnyObject & Sendable, others)
    }
    // A store that ends may end users' values, which happens under no lock.
    withExtendedLifetime(others) {}
    return store as? Child ?? made
  }
}
