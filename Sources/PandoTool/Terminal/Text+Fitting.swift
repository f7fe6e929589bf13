extension String {
  /// Exactly so many characters: filled up with spaces, or cut with dots at the end.
  func fitted(to width: Int) -> String {
    if count <= width { return self + String(repeating: " ", count: width - count) }
    if width <= 3 { return String(prefix(Swift.max(0, width))) }
    return prefix(width - 3) + "..."
  }

  /// At least so many characters, with spaces before.
  func right(in width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
