/// Finds by its number what runs under an identity, in a scope or a child of it.
///
/// What one scope uses is listed for those above it too, so that no tree is walked to find it: on a worker
/// effects look here with another lock than the one that guards the tree.
struct CancelIndex {
  /// What runs under one identity in one scope and below.
  private struct Users {
    /// Kept, so that no other incarnation gets its name.
    let scope: Incarnation
    var numbers: Set<UInt64> = []
  }

  private var users: [CancelID: [ObjectIdentifier: Users]] = [:]

  /// The identities in use.
  var ids: some Collection<CancelID> { users.keys }

  /// Complexity: O(depth of the scope).
  mutating func insert(_ number: UInt64, under id: ScopedCancelID) {
    Self.forEachScope(from: id.scope) { scope in
      users[id.id, default: [:]][ObjectIdentifier(scope), default: Users(scope: scope)]
        .numbers.insert(number)
    }
  }

  /// Complexity: O(depth of the scope).
  mutating func remove(_ number: UInt64, under id: ScopedCancelID) {
    Self.forEachScope(from: id.scope) { scope in
      let scope = ObjectIdentifier(scope)
      users[id.id]?[scope]?.numbers.remove(number)
      if users[id.id]?[scope]?.numbers.isEmpty == true { users[id.id]?[scope] = nil }
    }
    if users[id.id]?.isEmpty == true { users[id.id] = nil }
  }

  /// Complexity: O(1).
  func numbers(under id: ScopedCancelID) -> Set<UInt64> {
    users[id.id]?[ObjectIdentifier(id.scope)]?.numbers ?? []
  }

  /// Those above a scope live for as long as they are listed.
  private static func forEachScope(from scope: Incarnation, _ body: (Incarnation) -> Void) {
    var next: Incarnation? = scope
    while let scope = next {
      // Read before the body may let go of it.
      next = scope.parent
      body(scope)
    }
  }
}
