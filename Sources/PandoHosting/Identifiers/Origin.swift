/// Which incarnation inside a hosted feature sent an action: the feature itself, or a child that it
/// presents on its worker.
///
/// The host hands origins out and gets them back with the action, so that an action of a child that
/// has gone meanwhile is dropped there, as it would be in-process. An origin is a hash of the child's
/// place and identity: another host of the same state knows it too.
package struct Origin: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The hosted feature itself, or an action sent from outside.
  package static let feature = Origin(rawValue: 0)
}
