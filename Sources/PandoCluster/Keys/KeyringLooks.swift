/// The belief about a folder that is looked at again and again.
///
/// What is new is believed at once. What is gone is believed gone at the second look: an editor that
/// writes a file anew, or a tool that puts another folder in its place, leaves a moment without it.
package struct KeyringLooks: Hashable, Sendable {
  package private(set) var believed: Keyring
  private var last: Keyring

  package init(first: Keyring) {
    believed = first
    last = first
  }

  /// Takes in what a look has found. Returns what has changed.
  package mutating func look(_ found: Keyring) -> Keyring.Changes {
    let former = believed
    believed = found.union(former.intersection(last))
    believed.revoked = former.revoked.merging(former.entries) { $1 }
      .filter { believed.entries[$0.key] == nil }
    last = found
    return believed.changes(since: former)
  }

  /// True if a second look is due although nothing has changed since the last one.
  package var isSecondLookDue: Bool { believed.entries != last.entries }
}
