/// Text with a style, as data: what an alert, a dialog or a button says.
///
/// It is compared, hashed and encoded by what it shows, so that a test asserts it, and a hosted feature
/// sends it to the process that draws it.
///
/// ```swift
/// TextState("Delete \(name)?") + TextState(" This is final.").bold()
/// ```
public struct TextState: Hashable, Sendable {
  /// The pieces of the text, in order: each of another style, none of them empty.
  public private(set) var runs: [Run]

  /// Text without a style.
  public init(_ content: some StringProtocol) {
    runs = content.isEmpty ? [] : [Run(text: String(content), style: Style())]
  }

  /// Text without a style, which no user interface looks up in a table of translations.
  public init(verbatim content: String) {
    self.init(content)
  }

  /// The texts one behind the other, each in its own style.
  public static func + (first: TextState, second: TextState) -> TextState {
    var text = first
    for run in second.runs { text.append(run) }
    return text
  }

  private mutating func append(_ run: Run) {
    if let last = runs.indices.last, runs[last].style == run.style {
      runs[last].text += run.text
    } else {
      runs.append(run)
    }
  }

  /// The text with a change to the style of every piece.
  func styled(_ change: (inout Style) -> Void) -> TextState {
    var text = TextState("")
    for var run in runs {
      change(&run.style)
      text.append(run)
    }
    return text
  }
}

extension TextState {
  /// A piece of text in one style.
  public struct Run: Codable, Hashable, Sendable {
    /// The text of the piece; never empty.
    public internal(set) var text: String
    /// The style of the piece.
    public internal(set) var style: Style
  }
}

extension TextState: Encodable, Decodable {
  /// Writes the pieces.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(runs)
  }

  /// Reads the pieces.
  public init(from decoder: any Decoder) throws {
    let decoded = try decoder.singleValueContainer().decode([Run].self)
    runs = []
    for run in decoded where !run.text.isEmpty { append(run) }
  }
}

extension TextState: ExpressibleByStringInterpolation {
  /// Text without a style.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension TextState: CustomStringConvertible, CustomReflectable {
  /// The text, with marks where it has a style: `Delete <b>all</b>?`.
  public var description: String {
    runs.map { $0.style.mark($0.text) }.joined()
  }

  /// Shows the description.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: [description], displayStyle: .struct)
  }
}

extension String {
  /// Returns the characters of a text, without its style.
  public init(state: TextState) {
    self = state.runs.lazy.map(\.text).joined()
  }
}
