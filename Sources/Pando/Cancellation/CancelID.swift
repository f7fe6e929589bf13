/// The identity under which an effect can be cancelled.
@usableFromInline
package struct CancelID: Hashable, Sendable {
  package let base: any Hashable & Sendable

  package init(_ base: any Hashable & Sendable) {
    self.base = base
  }

  /// True if effects in another process may run under it: not where it names an operator of one tree.
  package var mayCross: Bool { !(base is MountID) }

  @usableFromInline
  package static func == (left: CancelID, right: CancelID) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    AnyHashable(base).hash(into: &hasher)
  }
}
