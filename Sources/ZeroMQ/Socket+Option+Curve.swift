import CZeroMQ

// Who may talk to whom.
extension Socket.Option {
  /// Accepts only encrypted connections, from clients that know `keys.publicKey`.
  ///
  /// That alone admits every client that knows it. A `CurveAuthenticator` in the same context
  /// admits those in its list only.
  public static func curveServer(_ keys: CurveKeyPair) -> Self {
    Self(
      "curveServer(\(keys))", rule: curveRule, (ZMQ_CURVE_SERVER, .int32(1)),
      (ZMQ_CURVE_SECRETKEY, .bytes(keys.secretKey.bytes)))
  }

  /// Makes only encrypted connections, as `keys`, to the server that holds the secret half of
  /// `serverKey`.
  public static func curveClient(_ keys: CurveKeyPair, serverKey: CurveKey) -> Self {
    Self(
      "curveClient(\(keys), serverKey: \(serverKey))", rule: curveRule,
      (ZMQ_CURVE_SERVERKEY, .bytes(serverKey.bytes)),
      (ZMQ_CURVE_PUBLICKEY, .bytes(keys.publicKey.bytes)),
      (ZMQ_CURVE_SECRETKEY, .bytes(keys.secretKey.bytes)))
  }

  /// The name under which an authenticator is asked about this socket's peers.
  public static func zapDomain(_ domain: String) -> Self {
    Self(
      "zapDomain(\(domain))", rule: "It has at most 255 bytes.",
      (ZMQ_ZAP_DOMAIN, .bytes(Array(domain.utf8))))
  }

  private static var curveRule: String {
    "CURVE needs a libzmq that was built with it: install libsodium and a libzmq that uses it."
  }
}
