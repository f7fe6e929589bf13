/// The base of a speculation: grows at every squash, so that an answer to a squashed dispatch is
/// told from an answer to its repetition.
package struct Epoch: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static let first = Epoch(rawValue: 1)

  package var next: Epoch { Epoch(rawValue: rawValue + 1) }

  package static func < (left: Epoch, right: Epoch) -> Bool {
    left.rawValue < right.rawValue
  }
}
