/// Which incarnation inside a hosted feature sent an action: the feature itself, or a child that it
/// presents on its worker.
///
/// The host hands origins out and gets them back with the action, so that an action of a child that
/// has gone meanwhile is dropped there, as it would be in-process. An origin is a hash of the child's
/// place and identity: another host of the same state knows it too.
@usableFromInline
package struct Origin: Hashable, Sendable {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The hosted feature itself, or an action sent from outside.
  @inlinable
  package static var feature: Origin { Origin(rawValue: 0) }

  // Written out, as a comparison of a type of another module takes a call otherwise.
  @inlinable @inline(__always)
  package static func == (left: Origin, right: Origin) -> Bool { left.rawValue == right.rawValue }
}
