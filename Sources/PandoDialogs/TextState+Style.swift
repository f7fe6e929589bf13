extension TextState {
  /// The style of a piece of text; what is nil is left to whoever draws it.
  public struct Style: Codable, Hashable, Sendable {
    /// True if it is bold.
    public internal(set) var isBold: Bool?
    /// True if it is italic.
    public internal(set) var isItalic: Bool?
    /// True if a line runs below it.
    public internal(set) var isUnderlined: Bool?
    /// True if a line runs through it.
    public internal(set) var isStruckThrough: Bool?
    /// True if its digits are all of one width.
    public internal(set) var hasMonospacedDigits: Bool?
    /// The weight of its font.
    public internal(set) var fontWeight: FontWeight?
    /// The colour of its letters.
    public internal(set) var foregroundColor: Color?
    /// The distance above the line, in points.
    public internal(set) var baselineOffsetPoints: Double?
    /// The space between letters that takes ligatures into account, in points.
    public internal(set) var kerningPoints: Double?
    /// The space between letters, in points.
    public internal(set) var trackingPoints: Double?
    /// The text that is read aloud in its place.
    public internal(set) var accessibilityLabel: String?
  }

  /// The weight of a font.
  public enum FontWeight: String, Codable, Sendable {
    /// From the finest to the fattest.
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// A colour.
  public enum Color: Codable, Hashable, Sendable {
    /// A colour that follows the look of the user interface.
    case accentColor, primary, secondary
    /// A colour with a name.
    case black, blue, brown, clear, cyan, gray, green, indigo, mint, orange, pink, purple, red
    /// A colour with a name.
    case teal, white, yellow
    /// A colour of light, each part between 0 and 1.
    case rgb(red: Double, green: Double, blue: Double, opacity: Double)
  }
}

extension TextState.Style {
  /// The text with a mark for what a reader would see at once.
  func mark(_ text: String) -> String {
    var text = text
    if isStruckThrough == true { text = "<s>\(text)</s>" }
    if isUnderlined == true { text = "<u>\(text)</u>" }
    if isItalic == true { text = "<i>\(text)</i>" }
    if isBold == true { text = "<b>\(text)</b>" }
    if let fontWeight { text = "<font-weight=\(fontWeight)>\(text)</font-weight>" }
    if let foregroundColor {
      text = "<foreground-color=\(foregroundColor)>\(text)</foreground-color>"
    }
    if let accessibilityLabel {
      text = "<accessibility-label=\"\(accessibilityLabel)\">\(text)</accessibility-label>"
    }
    return text
  }
}
