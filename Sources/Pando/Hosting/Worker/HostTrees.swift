/// The trees of the features that a client has on a worker. The lanes of a feature share one, as the rows of
/// a `forEach` do in one process.
///
/// Guarded by the lock of its session, with which every reducer of the session runs.
struct HostTrees {
  private struct Key: Hashable {
    let feature: ObjectIdentifier
    /// What is presented has dependencies of its own.
    let isPresented: Bool
  }

  private struct Entry {
    /// Kept, so that no other feature gets its name.
    let feature: FeatureIdentity
    let root: AnyObject
  }

  private var entries: [Key: Entry] = [:]

  mutating func root<State, Action>(
    of feature: FeatureIdentity, isPresented: Bool, _ make: () -> Node<State, Action>
  ) -> Node<State, Action> {
    let key = Key(feature: ObjectIdentifier(feature), isPresented: isPresented)
    // A feature makes trees of one type.
    if let entry = entries[key] { return unsafeDowncast(entry.root, to: Node<State, Action>.self) }
    let root = make()
    entries[key] = Entry(feature: feature, root: root)
    return root
  }
}

/// Tells one feature that can be hosted from another of the same types.
final class FeatureIdentity: Sendable {}
