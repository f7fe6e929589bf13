extension String {
  /// Exactly so many characters: filled up with spaces, or cut with dots at the end.
  func fitted(to width: Int) -> String {
    if count <= width { return self + String(repeating: " ", count: width - count) }
    if width <= 3 { return String(prefix(Swift.max(0, width))) }
    return prefix(width - 3) + "..."
  }

  /// At most so many characters.
  func cut(to width: Int) -> String {
    count <= width ? self : fitted(to: width)
  }

  /// At least so many characters, with spaces before.
  func right(in width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
