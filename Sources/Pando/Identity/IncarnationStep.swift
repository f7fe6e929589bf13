/// One step from a parent's incarnation to a child's: which operator, and which identity.
@usableFromInline
package struct IncarnationStep: Hashable {
  /// The operator, by its number in the tree.
  package let site: Int

  /// The identity of one life of the child: the state's `id`, the element's, or nil where only
  /// presence counts.
  package let identity: AnyHashable?

  /// The identity once more, for whoever knows its type.
  let typed: AnyObject?

  package init(site: Int, identity: AnyHashable?) {
    self.init(site: site, identity: identity, typed: nil)
  }

  private init(site: Int, identity: AnyHashable?, typed: AnyObject?) {
    self.site = site
    self.identity = identity
    self.typed = typed
  }

  @usableFromInline
  package static func == (left: IncarnationStep, right: IncarnationStep) -> Bool {
    left.site == right.site && left.identity == right.identity
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(site)
    hasher.combine(identity)
  }

  @usableFromInline
  init<ID: Hashable>(site: Int, id: ID) {
    self.init(site: site, identity: AnyHashable(id), typed: TypedIdentity(id))
  }
}

/// An identity, for whoever knows its type.
@usableFromInline
final class TypedIdentity<ID: Hashable> {
  @usableFromInline let id: ID

  init(_ id: ID) {
    self.id = id
  }
}
