/// Names one hosted incarnation on the wire; never used twice by one client.
@usableFromInline
package struct LaneID: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  // Written out, as a comparison of a type of another module takes a call otherwise.
  @inlinable @inline(__always)
  package static func == (left: LaneID, right: LaneID) -> Bool { left.rawValue == right.rawValue }

  @usableFromInline
  package var description: String { "lane \(rawValue)" }
}
