package import ZeroMQ

/// The files of a key that is replaced, as they are on one machine; nil for each that is not there.
///
/// The old key has the name `NAME`, the new one `NAME.next`, until it takes the old one's place.
package struct RotationFiles: Hashable, Sendable {
  /// The key of `NAME.key`.
  package var secret: CurveKey?
  /// The key of `NAME.pub` beside it.
  package var ownPublic: CurveKey?
  /// The key of `NAME.next.key`.
  package var nextSecret: CurveKey?
  /// The key of `NAME.next.pub`, which stays until the end: where it is that of `NAME.key`, that is the new one.
  package var nextPublic: CurveKey?
  /// The entry `NAME` of the keyring.
  package var trusted: PublicKeyFile?
  /// The entry `NAME.next` of the keyring.
  package var trustedNext: PublicKeyFile?
  /// The new key, by the word of whoever asks.
  package var told: CurveKey?

  package init() {}

  /// True if the new secret has taken the old one's place.
  var isSwitched: Bool {
    guard let secret, nextSecret == nil else { return false }
    return nextPublic == secret || trustedNext?.key == secret
  }
}
