// As in SwiftUI, what was said of a piece of text first counts: a modifier of the whole does not
// change the pieces that have a style of their own.

extension TextState {
  /// Makes the text bold.
  public func bold(_ isActive: Bool = true) -> TextState {
    styled { $0.isBold = $0.isBold ?? isActive }
  }

  /// Makes the text italic.
  public func italic(_ isActive: Bool = true) -> TextState {
    styled { $0.isItalic = $0.isItalic ?? isActive }
  }

  /// Draws a line below the text.
  public func underline(_ isActive: Bool = true) -> TextState {
    styled { $0.isUnderlined = $0.isUnderlined ?? isActive }
  }

  /// Draws a line through the text.
  public func strikethrough(_ isActive: Bool = true) -> TextState {
    styled { $0.isStruckThrough = $0.isStruckThrough ?? isActive }
  }

  /// Gives all digits one width.
  public func monospacedDigit() -> TextState {
    styled { $0.hasMonospacedDigits = $0.hasMonospacedDigits ?? true }
  }

  /// Sets the weight of the font; nil leaves it as it is.
  public func fontWeight(_ weight: FontWeight?) -> TextState {
    styled { $0.fontWeight = $0.fontWeight ?? weight }
  }

  /// Sets the colour of the letters; nil leaves it as it is.
  public func foregroundColor(_ color: Color?) -> TextState {
    styled { $0.foregroundColor = $0.foregroundColor ?? color }
  }

  /// Sets how far the text stands above the line, in points.
  public func baselineOffset(_ baselineOffset: Double) -> TextState {
    styled { $0.baselineOffsetPoints = $0.baselineOffsetPoints ?? baselineOffset }
  }

  /// Sets the space between letters that takes ligatures into account, in points.
  public func kerning(_ kerning: Double) -> TextState {
    styled { $0.kerningPoints = $0.kerningPoints ?? kerning }
  }

  /// Sets the space between letters, in points.
  public func tracking(_ tracking: Double) -> TextState {
    styled { $0.trackingPoints = $0.trackingPoints ?? tracking }
  }

  /// Sets what is read aloud in place of the text.
  public func accessibilityLabel(_ label: TextState) -> TextState {
    styled { $0.accessibilityLabel = $0.accessibilityLabel ?? String(state: label) }
  }
}
