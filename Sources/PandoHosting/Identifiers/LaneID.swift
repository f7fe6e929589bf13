/// Names one hosted incarnation on the wire; never used twice by one client.
@usableFromInline
package struct LaneID: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  @usableFromInline
  package var description: String { "lane \(rawValue)" }
}
