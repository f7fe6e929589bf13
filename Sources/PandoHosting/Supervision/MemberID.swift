/// Names one life of a worker: another that takes its place has another id.
package struct MemberID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
