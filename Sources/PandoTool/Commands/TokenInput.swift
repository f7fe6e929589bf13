import Glibc
import PandoCluster

/// A secret text of one line that a command reads from a descriptor.
enum TokenInput {
  /// Reads to the first end of a line, or the end of all, and leaves out blanks around it.
  ///
  /// - Throws: A `KeyError` where there is nothing, or more than a number of bytes.
  static func read(_ descriptor: Int32, bytesAtMost: Int, usage: String) throws(KeyError) -> String
  {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= bytesAtMost {
      let count = unsafe Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw KeyError(
          .unreadable, unsafe "Could not read the token: \(String(cString: strerror(errno))).")
      }
      bytes += part[..<count]
      // Blank lines before it are nothing.
      if count == 0 || bytes.drop(while: { $0 <= 0x20 }).contains(UInt8(ascii: "\n")) { break }
    }
    guard bytes.count <= bytesAtMost else {
      throw KeyError(
        .malformed, "What came as a token has more than \(bytesAtMost) characters: it is none.")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let token = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard !token.isEmpty else {
      throw KeyError(.unreadable, "No token came. Give it as input: \(usage)")
    }
    return String(token)
  }
}
