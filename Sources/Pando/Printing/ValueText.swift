#if Diffs
  import CustomDump
#endif

/// Values as texts for whoever debugs or tests: all of a value, with what may be private in it.
///
/// They are made by swift-custom-dump; without the trait `Diffs`, which brings it in, by `dump`. It
/// needs all of Foundation, which a program that is linked statically has to carry, with a libcurl
/// that its machine then must have.
///
/// Of a value with more parts than a person reads, or that is nested deeper than ``ValueWords/depthAtMost``, only the
/// beginning is shown: both walk a value by calling themselves for each level. They call what users wrote of a value, so
/// never under a lock.
package enum ValueText {
  /// The longest text, in bytes of UTF-8.
  package static let bytesAtMost = 64 << 10

  /// The bounds of what is shown whole.
  private static let partsAtMost = 100_000
  private static let valueBytesAtMost = 4 << 20

  /// All of a value, over several lines.
  package static func text(of value: Any) -> String {
    guard isShownWhole(value) else { return beginning(of: value) }
    #if Diffs
      return String(customDumping: value).cut(toBytes: bytesAtMost)
    #else
      var text = ""
      dump(value, to: &text)
      return (text.hasSuffix("\n") ? String(text.dropLast()) : text).cut(toBytes: bytesAtMost)
    #endif
  }

  /// The lines in which two values differ; nil when they look the same.
  ///
  /// - Parameter isProportional: Whether it is shown in a proportional font, where spaces are narrower
  ///   than signs.
  package static func difference<Value>(
    _ old: Value, _ new: Value, isProportional: Bool = false
  ) -> String? {
    guard isShownWhole(old), isShownWhole(new) else {
      return difference(ofTexts: beginning(of: old), beginning(of: new))
        ?? "  (too large or too deep to be compared; what begins them looks the same)"
    }
    #if Diffs
      return diff(old, new, format: isProportional ? .proportional : .default)?
        .cut(toBytes: bytesAtMost)
    #else
      return difference(ofTexts: text(of: old), text(of: new))
    #endif
  }

  private static func isShownWhole(_ value: Any) -> Bool {
    ValueBounds.hold(value, parts: partsAtMost, bytes: valueBytesAtMost)
  }

  /// The first parts of a value, over several lines.
  private static func beginning(of value: Any) -> String {
    var text = CutText()
    dump(value, to: &text, maxDepth: ValueWords.depthAtMost, maxItems: 1_000)
    return text.text
  }
}

/// A text that grows to the length of a `ValueText` and no further.
private struct CutText: TextOutputStream {
  private(set) var text = ""

  mutating func write(_ part: String) {
    if text.utf8.count >= ValueText.bytesAtMost { return }
    text += part
    if text.utf8.count > ValueText.bytesAtMost { text = text.cut(toBytes: ValueText.bytesAtMost) }
  }
}
