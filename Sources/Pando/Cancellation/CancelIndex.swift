/// Finds the numbers of all that runs under an identity, in a scope and below it.
///
/// Each number is listed for its own scope and for all above it, which do not change. The children of a
/// scope do: on a host they leave the tree with an action that has not committed, while effects on other
/// threads look here.
struct CancelIndex {
  /// The numbers of one identity, in one scope and below it.
  private struct Users {
    let scope: EffectOwner
    var numbers: Set<UInt64> = []
  }

  private var users: [CancelID: [ObjectIdentifier: Users]] = [:]

  /// The identities in use.
  var ids: some Collection<CancelID> { users.keys }

  /// Complexity: O(depth of the scope).
  mutating func insert(_ number: UInt64, under id: ScopedCancelID) {
    var next: EffectOwner? = id.scope
    while let scope = next {
      users[id.id, default: [:]][ObjectIdentifier(scope), default: Users(scope: scope)]
        .numbers.insert(number)
      next = scope.ownerAbove
    }
  }

  /// Complexity: O(depth of the scope).
  mutating func remove(_ number: UInt64, under id: ScopedCancelID) {
    var next: EffectOwner? = id.scope
    while let scope = next {
      // The index may be the last to hold it.
      next = scope.ownerAbove
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

  /// Complexity: O(1).
  func numbers(under id: ScopedCancelID) -> Set<UInt64> {
    users[id.id]?[ObjectIdentifier(id.scope)]?.numbers ?? []
  }
}
