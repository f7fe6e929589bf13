// Texts of others may hold orders to a terminal, and lines that nobody wrote into a log.
extension String {
  /// The same with "?" for control characters, ends of lines included.
  package var printable: String { printed(keepsLines: false) }

  /// The same, with the ends of lines as they are.
  package var printableLines: String { printed(keepsLines: true) }

  /// True if it holds a control character.
  package var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) }

  private func printed(keepsLines: Bool) -> String {
    guard hasControlCharacters else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      text.append(scalar.isControl && !(keepsLines && scalar == "\n") ? "?" : scalar)
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7f...0x9f).contains(value) }
}
