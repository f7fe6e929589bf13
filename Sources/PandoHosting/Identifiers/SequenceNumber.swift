/// The place of an action among all actions of its lane, from 1; an action that is dispatched again
/// keeps its number.
@usableFromInline
package struct SequenceNumber: Hashable, Comparable, Sendable {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static let first = SequenceNumber(rawValue: 1)

  @inlinable
  package var next: SequenceNumber { SequenceNumber(rawValue: rawValue &+ 1) }

  @inlinable
  package var previous: SequenceNumber { SequenceNumber(rawValue: rawValue &- 1) }

  /// Returns the place of an action so much later, or earlier where the count is negative.
  @inlinable
  package func advanced(by count: Int) -> SequenceNumber {
    SequenceNumber(rawValue: rawValue &+ UInt64(truncatingIfNeeded: count))
  }

  /// Returns the number of actions between the two; negative when `other` comes later.
  @inlinable
  package func distance(from other: SequenceNumber) -> Int {
    Int(bitPattern: UInt(truncatingIfNeeded: rawValue &- other.rawValue))
  }

  // Written out, as a comparison of a type of another module takes a call otherwise.
  @inlinable @inline(__always)
  package static func == (left: SequenceNumber, right: SequenceNumber) -> Bool {
    left.rawValue == right.rawValue
  }

  @inlinable @inline(__always)
  package static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}
