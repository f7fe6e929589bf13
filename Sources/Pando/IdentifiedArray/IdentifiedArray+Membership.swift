import Synchronization

/// The last stamp handed out. At one per nanosecond, 64 bits last for 584 years.
private let lastMembership = Atomic<UInt64>(0)

/// A stamp that no array of this process has had, never 0.
@usableFromInline
func freshMembership() -> UInt64 {
  // Relaxed: stamps need to differ, not to be ordered with anything.
  lastMembership.wrappingAdd(1, ordering: .relaxed).newValue
}

extension IdentifiedArray {
  /// To be called by every operation that added or removed an id.
  @inlinable
  mutating func membershipDidChange() {
    membership = freshMembership()
  }
}
