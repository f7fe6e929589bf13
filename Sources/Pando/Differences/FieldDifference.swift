import PandoBase

/// A place in which two values differ.
package struct FieldDifference {
  /// The properties, keys and indices that lead there; empty for the value as a whole.
  package let path: String
  package let left: Any
  package let right: Any

  package var leftText: String { Self.text(of: left) }
  package var rightText: String { Self.text(of: right) }

  private static let textLength = 160

  /// Returns a value on one line.
  package static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    }
    let isShown = ValueBounds.hold(value, parts: 100_000, bytes: 4 << 20)
    let line =
      value is String
      ? SwiftText.text(of: value) : isShown ? String(describing: value) : caseLabels(of: value)
    return line.utf8.count > textLength ? "\(line.prefix(textLength))..." : line
  }
}
