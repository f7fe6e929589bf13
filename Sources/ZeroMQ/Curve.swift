import CZeroMQ

/// ZeroMQ's encryption and authentication.
public enum Curve {
  /// True if the libzmq that is loaded was built with it.
  public static var isAvailable: Bool { ZeroMQLibrary.has("curve") }

  /// The number of bytes in a key.
  static let keyBytes = 32
  /// The number of characters in a key's text.
  static let keyCharacters = 40

  static func encode(_ bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: keyCharacters + 1)
    zmq_z85_encode(&text, bytes, bytes.count)
    return String(decoding: text.dropLast().map(UInt8.init), as: UTF8.self)
  }

  static func decode(_ text: String) throws(ZeroMQError) -> [UInt8] {
    let length = text.utf8.count
    guard length == keyCharacters else {
      throw invalid("it has \(length) characters instead of \(keyCharacters)")
    }
    if let wrong = text.utf8.enumerated().first(where: { !alphabet.contains($0.element) }) {
      throw invalid("its character \(wrong.offset + 1) is not one of Z85")
    }
    var bytes = [UInt8](repeating: 0, count: keyBytes)
    guard zmq_z85_decode(&bytes, text) != nil else {
      throw invalid("five of its characters stand for a number that is too large")
    }
    return bytes
  }

  static func checked(_ bytes: [UInt8]) throws(ZeroMQError) -> [UInt8] {
    guard bytes.count == keyBytes else {
      throw invalid("it has \(bytes.count) bytes instead of \(keyBytes)")
    }
    return bytes
  }

  // The text of a key is never part of the error: it may be a secret.
  private static func invalid(_ problem: String) -> ZeroMQError {
    ZeroMQError(
      .invalidKey,
      "This is not a CURVE key: \(problem). A key is 32 bytes, written as 40 characters of Z85; "
        + "copy it whole, or make new keys with CurveKeyPair.generate().")
  }

  private static let alphabet = Set(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#".utf8)
}
