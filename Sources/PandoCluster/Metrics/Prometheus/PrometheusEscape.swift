extension String {
  /// The text with what ends a line, or a value, written as Prometheus reads it back.
  ///
  /// Scalar by scalar: a quote with a combining mark behind it is one character, and so is a line feed with the
  /// carriage return before it.
  ///
  /// - Parameter quotes: True for a value that stands in quotes.
  func prometheusEscaped(quotes: Bool) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      case "\"" where quotes: text.append(contentsOf: "\\\"".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
