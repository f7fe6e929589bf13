/// Values that users are meant to read, in words of a bounded length: the identity of a child, an error, what a binding
/// sets. Actions and states are named by ``caseLabels(of:typeName:)`` instead.
package enum ValueWords {
  /// The longest text, in bytes of UTF-8.
  package static let bytesAtMost = 1_024

  /// The number of values inside each other that are looked into.
  package static let depthAtMost = 32

  /// The number of parts that a value may have which is described by them.
  private static let partsAtMost = 256

  /// Returns the description of a value, or the beginning of it with three dots behind.
  ///
  /// Calls the description that the value's type has, which is a user's code: never under a lock. Where it has none, and is
  /// too large or too deep for one by its parts, it is named as an action is.
  ///
  /// - Parameters:
  ///   - bytes: The longest text.
  ///   - isSource: Whether it is described as it is written in source.
  package static func text(
    of value: Any, bytes: Int = bytesAtMost, isSource: Bool = false
  ) -> String {
    if let text = value as? String {
      // Before anything is made of all of it.
      let start = text.cut(toBytes: bytes)
      return isSource ? String(reflecting: start) : start
    }
    guard isDescribed(value) || ValueBounds.hold(value, parts: partsAtMost, bytes: 4 * bytes) else {
      return caseLabels(of: value)
    }
    return (isSource ? String(reflecting: value) : "\(value)").cut(toBytes: bytes)
  }

  /// Returns whether a type has a description of its own that need not be as large as the value: that of a collection
  /// has all elements in it.
  private static func isDescribed(_ value: Any) -> Bool {
    if value is any Collection { return false }
    return value is any CustomStringConvertible || value is any CustomDebugStringConvertible
  }
}

extension String {
  /// The text; of one that is longer than so many bytes of UTF-8 the beginning, with three dots behind.
  package func cut(toBytes limit: Int) -> String {
    let bytes = utf8
    guard bytes.count > limit else { return self }
    // An index within a character of several bytes is rounded down to its first.
    return String(self[..<bytes.index(bytes.startIndex, offsetBy: Swift.max(0, limit - 3))]) + "..."
  }
}
