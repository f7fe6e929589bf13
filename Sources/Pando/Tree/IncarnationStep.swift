/// One step from a parent's incarnation to a child's: which operator, and which identity.
package struct IncarnationStep: Hashable {
  /// The operator, by its number in the tree.
  package let site: Int

  /// What tells one life of the child from the next: the state's `id`, the element's, or nil where
  /// only presence counts.
  package let identity: AnyHashable?

  package init(site: Int, identity: AnyHashable?) {
    self.site = site
    self.identity = identity
  }
}

/// The identity of a child's state where its type has one.
func identity<State>(of state: State) -> AnyHashable? {
  guard let state = state as? any Identifiable else { return nil }
  func id(_ state: some Identifiable) -> AnyHashable { AnyHashable(state.id) }
  return id(state)
}
