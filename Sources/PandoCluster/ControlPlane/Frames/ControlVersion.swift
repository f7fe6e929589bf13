import PandoHosting

/// The versions of the control protocol.
///
/// A version grows with every change that the other side could not read; properties that may be absent are no such
/// change. A call is made in the greatest version that the caller speaks. Who does not speak it says which it does,
/// carries nothing out, and the caller calls again in the greatest that both speak.
enum ControlVersion {
  static let current: UInt8 = 5

  /// The versions that this build speaks.
  static let spoken = ProtocolRange(least: 3, greatest: UInt64(current))

  /// The first version whose callers understand an answer that names a range. Those before it read a failure
  /// that names one version.
  static let firstWithRange: UInt8 = 4

  static func isSpoken(_ version: UInt8) -> Bool { spoken.contains(UInt64(version)) }

  /// Returns the version in which to call again, where one was not understood; nil where there is none. It is
  /// always less, so that this comes to an end.
  static func next(after tried: UInt8, theirs: ProtocolRange) -> UInt8? {
    guard let chosen = spoken.chosen(with: theirs), chosen < tried else { return nil }
    return UInt8(chosen)
  }
}
