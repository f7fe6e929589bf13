import PandoHosting

/// The versions of the control protocol.
///
/// A version grows with every change that the other side could not read; properties that may be absent are no such
/// change. A call is made in the greatest version that the caller speaks. Who does not speak it says which it does,
/// carries nothing out, and the caller calls again in the greatest that both speak.
enum ControlVersion {
  static let current: UInt8 = 5

  /// The versions that this build speaks.
  static let spoken = ProtocolRange(UInt64(current))

  /// Returns the version in which to call again, where one was not understood; nil where there is none. It is
  /// always less, so that this comes to an end.
  static func next(after tried: UInt8, ours: ProtocolRange, theirs: ProtocolRange) -> UInt8? {
    guard let chosen = ours.chosen(with: theirs), chosen < tried else { return nil }
    return UInt8(chosen)
  }
}
