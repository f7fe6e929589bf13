/// Finds by its number what runs under an identity, in a scope or a child of it.
struct CancelIndex {
  /// What runs under one identity that one scope used.
  private struct Users {
    let scope: Incarnation
    var numbers: Set<UInt64> = []
  }

  private var users: [CancelID: [ObjectIdentifier: Users]] = [:]

  /// The identities in use.
  var ids: some Collection<CancelID> { users.keys }

  mutating func insert(_ number: UInt64, under id: ScopedCancelID) {
    users[id.id, default: [:]][ObjectIdentifier(id.scope), default: Users(scope: id.scope)]
      .numbers.insert(number)
  }

  mutating func remove(_ number: UInt64, under id: ScopedCancelID) {
    let scope = ObjectIdentifier(id.scope)
    users[id.id]?[scope]?.numbers.remove(number)
    guard users[id.id]?[scope]?.numbers.isEmpty == true else { return }
    users[id.id]?[scope] = nil
    if users[id.id]?.isEmpty == true { users[id.id] = nil }
  }

  /// Complexity: O(1) and what is found, where the scope has no children: as many rows may use an
  /// identity as there are. O(scopes that use the identity) else.
  func numbers(under id: ScopedCancelID) -> [UInt64] {
    guard let scopes = users[id.id] else { return [] }
    if !id.scope.hasChildren { return Array(scopes[ObjectIdentifier(id.scope)]?.numbers ?? []) }
    return scopes.values.filter { $0.scope.isInside(id.scope) }.flatMap(\.numbers)
  }
}
