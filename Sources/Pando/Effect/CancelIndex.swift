/// Finds by its number what runs under an identity, in a scope or a child of it.
///
/// Of the tree it asks for parents alone, which stay: on a host it is asked by effects, on any thread,
/// and children that went with an action that has not committed are to be found.
struct CancelIndex {
  /// What runs under one identity, in one scope or below.
  private struct Users {
    let scope: Incarnation
    var numbers: Set<UInt64> = []
  }

  private var users: [CancelID: [ObjectIdentifier: Users]] = [:]

  /// The identities in use.
  var ids: some Collection<CancelID> { users.keys }

  /// Complexity: O(depth of the scope).
  mutating func insert(_ number: UInt64, under id: ScopedCancelID) {
    var next: Incarnation? = id.scope
    while let scope = next {
      users[id.id, default: [:]][ObjectIdentifier(scope), default: Users(scope: scope)]
        .numbers.insert(number)
      next = scope.parent
    }
  }

  /// Complexity: O(depth of the scope).
  mutating func remove(_ number: UInt64, under id: ScopedCancelID) {
    var next: Incarnation? = id.scope
    while let scope = next {
      // The index may be the last to hold it.
      next = scope.parent
      remove(number, under: id.id, in: ObjectIdentifier(scope))
    }
  }

  private mutating func remove(
    _ number: UInt64, under id: CancelID, in scope: ObjectIdentifier
  ) {
    users[id]?[scope]?.numbers.remove(number)
    guard users[id]?[scope]?.numbers.isEmpty == true else { return }
    users[id]?[scope] = nil
    if users[id]?.isEmpty == true { users[id] = nil }
  }

  /// Complexity: O(what is found).
  func numbers(under id: ScopedCancelID) -> [UInt64] {
    Array(users[id.id]?[ObjectIdentifier(id.scope)]?.numbers ?? [])
  }
}
