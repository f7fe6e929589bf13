import Synchronization

/// The last stamp handed out. At one per nanosecond, 64 bits last for 584 years.
private let lastStamp = Atomic<UInt64>(0)

/// A stamp that no array of this process has had, never 0.
@usableFromInline
func freshStamp() -> UInt64 {
  // Relaxed: stamps need to differ, not to be ordered with anything.
  lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
}

extension IdentifiedArray {
  /// To be called by every operation that added ids.
  @inlinable
  mutating func membershipDidGrow() {
    lastChange = MembershipChange(before: membership)
    membership = freshStamp()
  }

  /// To be called by every operation that removed an id.
  @inlinable
  mutating func membershipDidLose(_ id: ID) {
    lastChange = MembershipChange(before: membership, removed: id)
    membership = freshStamp()
  }

  /// To be called by every operation that did anything else to the set of ids.
  @inlinable
  mutating func membershipDidChange() {
    tracking = nil
    membershipDidChangeWhereNoted()
  }

  /// The same, by one that has noted the rows that it changed.
  @inlinable
  mutating func membershipDidChangeWhereNoted() {
    lastChange = MembershipChange()
    membership = freshStamp()
  }
}

/// The last change of a set of ids, for those who know the set before it.
///
/// It has whole words and no padding, since hosted states that hold it are compared by their bytes.
@usableFromInline
package struct MembershipChange<ID: Hashable> {
  @usableFromInline
  final class Removal {
    @usableFromInline let id: ID

    @inlinable
    init(id: ID) {
      self.id = id
    }
  }

  /// The greatest number there is, which is no stamp, where nothing is known of the set before it.
  @usableFromInline let stampBefore: UInt64
  @usableFromInline let removal: Removal?

  /// The stamp of the set before it; nil where nothing is known of that.
  package var before: UInt64? { stampBefore == .max ? nil : stampBefore }
  /// The id that is not in the set any more, if there is one.
  package var removed: ID? { removal?.id }

  @inlinable
  init(before: UInt64? = nil, removed: ID? = nil) {
    stampBefore = before ?? .max
    removal = removed.map { Removal(id: $0) }
  }
}

extension MembershipChange: Sendable where ID: Sendable {}
extension MembershipChange.Removal: Sendable where ID: Sendable {}
