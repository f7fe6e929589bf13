/// Reads the text of a file of settings: one JSON object, by the letter of RFC 8259, with the place of each name.
///
/// Readers of JSON that come with the system take more than JSON, one of two equal names, and tell no lines.
struct SettingsText {
  /// The value of a setting.
  enum Value: Equatable {
    case text(String)
    case number(Int)
    /// A value that no setting has: a fraction, a list, and so on.
    case other
  }

  /// A name and its value, with the line of the name.
  struct Entry: Equatable {
    var name: String
    var value: Value
    var line: Int
  }

  /// A place where the text is no JSON, and why. Columns count characters.
  struct Fault: Error, Equatable {
    var line: Int
    var column: Int
    var text: String
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0

  /// Returns the names and values, in their order; nil where the text is JSON and no object.
  static func entries(of bytes: [UInt8]) throws(Fault) -> [Entry]? {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw Fault(line: line + 1, column: 1, text: "the line holds bytes that are not UTF-8")
    }
    var reader = SettingsText(scalars: Array(text.unicodeScalars))
    // Editors on Windows begin a file so, and readers may pass over it.
    if reader.scalars.first == "\u{FEFF}" { reader.position = 1 }
    return try reader.read()
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private mutating func read() throws(Fault) -> [Entry]? {
    skipSpace()
    var entries: [Entry]?
    if next == "{" {
      entries = try object(depth: 0)
    } else {
      _ = try value(depth: 0)
    }
    skipSpace()
    if next != nil { throw fault("nothing may stand behind the end of the object") }
    return entries
  }

  // MARK: - Values

  /// Lists and objects in each other, which no setting has.
  private static let depthAtMost = 32

  private mutating func value(depth: Int) throws(Fault) -> Value {
    guard depth < Self.depthAtMost else { throw fault("it is nested too deeply") }
    switch next {
    case "\"": return .text(try string())
    case "{": _ = try object(depth: depth + 1)
    case "[":
      try list(until: "]") { reader throws(Fault) in _ = try reader.value(depth: depth + 1) }
    default: return try word()
    }
    return .other
  }

  private mutating func object(depth: Int) throws(Fault) -> [Entry] {
    var entries: [Entry] = []
    try list(until: "}") { reader throws(Fault) in
      let line = reader.place(reader.position).line
      guard reader.next == "\"" else {
        throw reader.fault("a name in quotes, or \"}\", is to stand here")
      }
      let name = try reader.string()
      reader.skipSpace()
      guard reader.take(":") else { throw reader.fault("a colon is to stand behind the name") }
      reader.skipSpace()
      entries.append(Entry(name: name, value: try reader.value(depth: depth), line: line))
    }
    return entries
  }

  /// Reads what stands between brackets, with commas between the parts.
  private mutating func list(
    until end: Unicode.Scalar, _ part: (inout SettingsText) throws(Fault) -> Void
  ) throws(Fault) {
    position += 1
    skipSpace()
    if take(end) { return }
    while true {
      try part(&self)
      skipSpace()
      if take(end) { return }
      let comma = position
      guard take(",") else { throw fault("a comma, or \"\(end)\", is to stand here") }
      skipSpace()
      if next == end {
        position = comma
        throw fault("no comma may stand before \"\(end)\"; remove it")
      }
    }
  }

  private mutating func word() throws(Fault) -> Value {
    let start = position
    while let next, next.properties.isAlphabetic || "+-.0123456789_".unicodeScalars.contains(next) {
      position += 1
    }
    let word = String(String.UnicodeScalarView(scalars[start..<position]))
    if ["true", "false", "null"].contains(word) { return .other }
    if word.wholeMatch(of: /-?(0|[1-9][0-9]*)/) != nil {
      return Int(word).map(Value.number) ?? .other
    }
    if word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/) != nil {
      return .other
    }
    position = start
    throw fault("a value is to stand here: a text in quotes, or a number")
  }

  // MARK: - Texts

  private mutating func string() throws(Fault) -> String {
    let start = position
    var text = String.UnicodeScalarView()
    position += 1
    while let scalar = next {
      switch scalar {
      case "\"":
        position += 1
        return String(text)
      case "\\": text.append(try escaped())
      case "\n", "\r":
        position = start
        throw fault("the text that begins here has no quote at its end")
      case ..<" ": throw fault("a text may hold no control character; write an escape such as \\t")
      default:
        text.append(scalar)
        position += 1
      }
    }
    position = start
    throw fault("the text that begins here has no quote at its end")
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
  ]

  private mutating func escaped() throws(Fault) -> Unicode.Scalar {
    let start = position
    position += 1
    if let scalar = next.flatMap({ Self.escapes[$0] }) {
      position += 1
      return scalar
    }
    if let first = unit() {
      if let scalar = Unicode.Scalar(first) { return scalar }
      // One half of a character beyond the first 65,536: the other is to follow.
      if take("\\"), let second = unit(), UTF16.isLeadSurrogate(first),
        UTF16.isTrailSurrogate(second)
      {
        let (high, low) = (UInt32(first) - 0xD800, UInt32(second) - 0xDC00)
        return Unicode.Scalar(0x1_0000 + high << 10 + low) ?? "\u{FFFD}"
      }
    }
    position = start
    throw fault("this is no escape of JSON; write \"\\\\\" for a backslash")
  }

  /// Reads the "u" of an escape and its four digits.
  private mutating func unit() -> UInt16? {
    guard take("u"), position + 4 <= scalars.count else { return nil }
    let digits = String(String.UnicodeScalarView(scalars[position..<position + 4]))
    guard digits.allSatisfy(\.isHexDigit), digits.utf8.count == 4 else { return nil }
    position += 4
    return UInt16(digits, radix: 16)
  }

  // MARK: - Places

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let next, [" ", "\t", "\n", "\r"].contains(next) { position += 1 }
  }

  private func fault(_ text: String) -> Fault {
    let (line, column) = place(position)
    return Fault(line: line, column: column, text: text)
  }

  private func place(_ position: Int) -> (line: Int, column: Int) {
    let before = scalars[..<position]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return (before.count { $0 == "\n" } + 1, position - start + 1)
  }
}
