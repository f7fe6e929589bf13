extension ValueText {
  /// The lines in which two texts differ, with the lines that they lie in; nil where the texts are
  /// equal.
  package static func difference(ofTexts old: String, _ new: String) -> String? {
    old == new ? nil : TextDifference(old, new).description
  }
}
