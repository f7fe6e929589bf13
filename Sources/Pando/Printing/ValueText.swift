#if Diffs
  import CustomDump
#endif

/// Values as texts for whoever debugs or tests.
///
/// They are made by swift-custom-dump; without the trait `Diffs`, which brings it in, by `dump`. It
/// needs all of Foundation, which a program that is linked statically has to carry, with a libcurl
/// that its machine then must have.
package enum ValueText {
  /// All of a value, over several lines.
  package static func text(of value: Any) -> String {
    #if Diffs
      return String(customDumping: value)
    #else
      var text = ""
      dump(value, to: &text)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    #endif
  }

  /// The lines in which two values differ; nil when they look the same.
  ///
  /// - Parameter isProportional: Whether it is shown in a proportional font, where spaces are narrower
  ///   than signs.
  package static func difference<Value>(
    _ old: Value, _ new: Value, isProportional: Bool = false
  ) -> String? {
    #if Diffs
      return diff(old, new, format: isProportional ? .proportional : .default)
    #else
      let (left, right) = (text(of: old), text(of: new))
      return left == right ? nil : TextDifference(left, right).description
    #endif
  }
}
