extension WireError {
  /// The longest text in an error, in bytes of UTF-8: whoever reads one keeps it, and a peer chooses its keys and
  /// values.
  static var textBytesAtMost: Int { 1_024 }
}

extension WireError.Problem {
  /// The problem with texts that are not too long: a peer may choose what stands in them, and whoever reads an error
  /// keeps it, or logs it.
  func cut() -> WireError.Problem {
    switch self {
    case let .mismatch(expected, found):
      .mismatch(expected: expected.cutForError(), found: found.cutForError())
    case .missingValue(let expected): .missingValue(expected: expected.cutForError())
    case .missingKey(let key): .missingKey(key.cutForError())
    case .outOfRange(let expected): .outOfRange(expected: expected.cutForError())
    case .misuse(let what): .misuse(what.cutForError())
    case .rejected(let reason): .rejected(reason.cutForError())
    case .unexpectedEnd, .invalidUTF8, .invalidVarint, .countBeyondBytes, .tooDeep, .tooLarge,
      .trailingBytes, .invalidPatch:
      self
    }
  }
}

extension String {
  func cutForError() -> String { shortened(toBytes: WireError.textBytesAtMost) }

  /// The text; of one that is longer than so many bytes of UTF-8 the front, with three dots behind. O(1) where it is
  /// short.
  package func shortened(toBytes limit: Int) -> String {
    let bytes = utf8
    guard bytes.count > limit else { return self }
    // An index within a character of several bytes is rounded down to its first.
    return String(self[..<bytes.index(bytes.startIndex, offsetBy: max(0, limit - 3))]) + "..."
  }
}
