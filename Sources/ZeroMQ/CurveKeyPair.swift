import CZeroMQ

/// The two halves of an identity.
public struct CurveKeyPair: Hashable, Sendable {
  /// The key that others know it by.
  public let publicKey: CurveKey
  /// The key that proves the identity.
  public let secretKey: CurveSecretKey

  /// The pair of a secret key. Throws `.notSupported` when libzmq has no CURVE.
  public init(secretKey: CurveSecretKey) throws(ZeroMQError) {
    var text = [CChar](repeating: 0, count: Curve.keyCharacters + 1)
    guard zmq_curve_public(&text, secretKey.z85) == 0 else {
      throw .library("derive a public key")
    }
    self.secretKey = secretKey
    publicKey = try CurveKey(z85: Self.string(text))
  }

  /// Two halves, for instance out of files. Throws `.invalidKey` when they do not belong together.
  public init(publicKey: CurveKey, secretKey: CurveSecretKey) throws(ZeroMQError) {
    try self.init(secretKey: secretKey)
    guard self.publicKey == publicKey else {
      throw ZeroMQError(
        .invalidKey,
        "The public key \(publicKey) does not belong to the secret key, whose public key is "
          + "\(self.publicKey). Use the two that were made together.")
    }
  }

  /// A new pair, from the system's randomness. Throws `.notSupported` when libzmq has no CURVE.
  public static func generate() throws(ZeroMQError) -> CurveKeyPair {
    var publicText = [CChar](repeating: 0, count: Curve.keyCharacters + 1)
    var secretText = publicText
    guard zmq_curve_keypair(&publicText, &secretText) == 0 else {
      throw .library("make CURVE keys")
    }
    return try CurveKeyPair(secretKey: CurveSecretKey(z85: string(secretText)))
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}

extension CurveKeyPair: CustomStringConvertible {
  /// The public half only.
  public var description: String { publicKey.description }
}
