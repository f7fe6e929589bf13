/// A public key: who somebody is. It may be shown to anyone.
public struct CurveKey: Hashable, Sendable {
  /// Its 32 bytes.
  public let bytes: [UInt8]

  /// Throws `.invalidKey` unless there are 32 bytes.
  public init(bytes: [UInt8]) throws(ZeroMQError) {
    self.bytes = try Curve.checked(bytes)
  }

  /// Reads the 40 characters that `z85` gives. Throws `.invalidKey`, saying what is wrong.
  public init(z85 text: String) throws(ZeroMQError) {
    bytes = try Curve.decode(text)
  }

  /// The key as 40 printable characters, for files and command lines.
  public var z85: String { Curve.encode(bytes) }
}

extension CurveKey: CustomStringConvertible {
  /// The key as `z85`.
  public var description: String { z85 }
}
