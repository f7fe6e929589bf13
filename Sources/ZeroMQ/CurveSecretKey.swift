/// The secret half of a key pair. It does not print itself.
public struct CurveSecretKey: Hashable, Sendable {
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

  /// The key as 40 printable characters, to be written to a file that only its owner can read.
  public var z85: String { Curve.encode(bytes) }
}

extension CurveSecretKey: CustomStringConvertible, CustomReflectable {
  /// Not the key.
  public var description: String { "(secret)" }
  /// Nothing, so that `dump` and test failures do not show the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
