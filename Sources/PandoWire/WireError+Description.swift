extension WireError: CustomStringConvertible {
  /// A sentence that says what went wrong, where, and what mends it.
  public var description: String {
    var text = problem.description
    if let path, !path.isEmpty { text += ", in \(path)" }
    if let offset { text += ", at byte \(offset)" }
    return text
  }
}

extension WireError.Problem: CustomStringConvertible {
  /// A sentence that says what went wrong, and what mends it.
  public var description: String {
    switch self {
    case .unexpectedEnd:
      "the bytes end inside a value; they were cut off, or are not an encoded value"
    case let .mismatch(expected, found):
      "expected \(expected) but found \(found); both sides must be built with the same types"
    case let .missingValue(expected):
      "expected \(expected) but found nil; encode a value, or make the property optional"
    case let .missingKey(key):
      "there is no value for the key '\(key)'; encode it, or decode it with decodeIfPresent"
    case let .outOfRange(expected):
      "the number does not fit \(expected); encode and decode it as the same type"
    case .invalidUTF8:
      "a string is not UTF-8; the bytes were damaged, or are not an encoded value"
    case .invalidVarint:
      "a length or count takes more than 64 bits; the bytes are not an encoded value"
    case let .countBeyondBytes(count, remaining):
      "a count of \(count) is more than the \(remaining) bytes that remain can hold"
    case let .tooDeep(limit):
      "values are nested more than \(limit) deep; flatten them, as into a list whose elements name each other"
    case let .tooLarge(bytes, limit):
      "\(bytes) bytes are more than the limit of \(limit); send it in parts, or send the name of a file that has it"
    case let .trailingBytes(count):
      "\(count) bytes follow the end of the value; both sides must be built with the same types"
    case .invalidPatch:
      "the patch does not fit the bytes it was applied to; send a snapshot instead"
    case let .misuse(what):
      what
    case let .rejected(reason):
      "the type refused it: \(reason)"
    }
  }
}
