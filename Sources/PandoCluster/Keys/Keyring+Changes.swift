package import ZeroMQ

extension Keyring {
  /// The difference between two keyrings.
  package struct Changes: Hashable, Sendable {
    /// The roles that keys have now and had not.
    package var gained: [CurveKey: Set<KeyRole>] = [:]
    /// The roles that keys had and have not.
    package var lost: [CurveKey: Set<KeyRole>] = [:]

    package var isEmpty: Bool { gained.isEmpty && lost.isEmpty }
  }

  /// Returns the changes since another keyring. A name is no right, so another name is no change.
  package func changes(since former: Keyring) -> Changes {
    Changes(gained: roles(beyond: former), lost: former.roles(beyond: self))
  }

  private func roles(beyond other: Keyring) -> [CurveKey: Set<KeyRole>] {
    var roles: [CurveKey: Set<KeyRole>] = [:]
    for (key, entry) in entries {
      let beyond = entry.roles.subtracting(other.entries[key]?.roles ?? [])
      if !beyond.isEmpty { roles[key] = beyond }
    }
    return roles
  }

  /// The keys and roles that both give, under the names that they have here.
  func intersection(_ other: Keyring) -> Keyring {
    var common: [CurveKey: Entry] = [:]
    for (key, entry) in entries {
      let roles = entry.roles.intersection(other.entries[key]?.roles ?? [])
      if !roles.isEmpty { common[key] = Entry(name: entry.name, roles: roles) }
    }
    return Keyring(common)
  }

  /// The keys and roles that either gives; where both name a key, under the name that it has here.
  func union(_ other: Keyring) -> Keyring {
    Keyring(
      entries.merging(other.entries) { ours, theirs in
        Entry(name: ours.name, roles: ours.roles.union(theirs.roles))
      })
  }
}
