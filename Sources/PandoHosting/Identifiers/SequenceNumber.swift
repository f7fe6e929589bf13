/// The place of an action among all actions of its lane, from 1; an action that is dispatched again
/// keeps its number.
package struct SequenceNumber: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static let first = SequenceNumber(rawValue: 1)

  package var next: SequenceNumber { advanced(by: 1) }

  package var previous: SequenceNumber { SequenceNumber(rawValue: rawValue &- 1) }

  /// Returns the place of an action so much later, or earlier where the count is negative.
  package func advanced(by count: Int) -> SequenceNumber {
    SequenceNumber(rawValue: rawValue &+ UInt64(truncatingIfNeeded: count))
  }

  /// Returns the number of actions between the two; negative when `other` comes later.
  package func distance(from other: SequenceNumber) -> Int {
    Int(bitPattern: UInt(truncatingIfNeeded: rawValue &- other.rawValue))
  }

  package static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}
