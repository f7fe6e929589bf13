/// The versions of the protocol that a process speaks: all from the least to the greatest.
package struct ProtocolRange: Hashable, Sendable, CustomStringConvertible {
  package let least: UInt64
  package let greatest: UInt64

  /// Takes what a peer says as it is: where the greatest is below the least, there is no version.
  package init(least: UInt64, greatest: UInt64) {
    self.least = least
    self.greatest = greatest
  }

  /// The range of one version.
  package init(_ only: UInt64) {
    self.init(least: only, greatest: only)
  }

  package func contains(_ version: UInt64) -> Bool { least <= version && version <= greatest }

  /// Returns the greatest version that both speak; nil where there is none.
  package func chosen(with other: ProtocolRange) -> UInt64? {
    let version = min(greatest, other.greatest)
    return contains(version) && other.contains(version) ? version : nil
  }

  package var description: String {
    least == greatest ? "version \(least)" : "versions \(least) to \(greatest)"
  }
}
