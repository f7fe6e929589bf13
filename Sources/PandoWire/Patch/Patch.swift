/// The change between two encoded states: as little as can be found fast.
///
/// For two arrays `old` and `new`, `Patch(from: old, to: new)` applied to `old` is `new`, whatever
/// they hold. To bytes that are not `old` a patch may or may not fit, and gives other bytes if it
/// does: who sends patches must know the base.
package enum Patch: Equatable, Sendable {
  case unchanged
  /// One change: nearly every patch is that.
  case splice(Splice)
  /// Several changes in ascending order, none of which touches another.
  case splices([Splice])
  /// All bytes anew, where changes would take no less.
  case snapshot([UInt8])

  /// The number of bytes that the patch carries.
  package var byteCount: Int {
    switch self {
    case .unchanged: 0
    case let .splice(splice): splice.bytes.count
    case let .splices(splices): splices.reduce(0) { $0 + $1.bytes.count }
    case let .snapshot(bytes): bytes.count
    }
  }

  /// The number of bytes that the patch takes in memory, about: a splice that only removes has a place, too.
  package var heldBytes: Int {
    switch self {
    case .unchanged, .splice, .snapshot: byteCount
    case let .splices(splices): byteCount + splices.count * MemoryLayout<Splice>.stride
    }
  }
}
