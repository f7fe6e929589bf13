/// The name of one build of a program: of two processes with one name, both run the same code.
///
/// Beside the fingerprints of features, which say that two builds understand each other, it says which of them a
/// process is.
package struct BuildID: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  /// The number of bytes that a name may have.
  package static let longest = 64

  /// Nil for a text that is no name: a name has letters, digits and ".", "_", "+", "-", and at most 64 of them.
  package init?(_ text: String) {
    let bytes = text.utf8
    guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else {
      return nil
    }
    self.text = text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  package var description: String { text }
}

extension BuildID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let build = BuildID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a text of \(text.utf8.count) bytes is no name of a build")
    }
    self = build
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
