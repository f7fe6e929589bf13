/// Names one hosted incarnation on the wire; never used twice by one client.
package struct LaneID: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package var description: String { "lane \(rawValue)" }
}
