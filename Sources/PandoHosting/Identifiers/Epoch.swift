/// The base of a speculation: grows at every squash, so that an answer to a squashed dispatch is
/// told from an answer to its repetition.
@usableFromInline
package struct Epoch: Hashable, Comparable, Sendable {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static let first = Epoch(rawValue: 1)

  package var next: Epoch { Epoch(rawValue: rawValue + 1) }

  // Written out, as a comparison of a type of another module takes a call otherwise.
  @inlinable @inline(__always)
  package static func == (left: Epoch, right: Epoch) -> Bool { left.rawValue == right.rawValue }

  @inlinable @inline(__always)
  package static func < (left: Epoch, right: Epoch) -> Bool {
    left.rawValue < right.rawValue
  }
}
