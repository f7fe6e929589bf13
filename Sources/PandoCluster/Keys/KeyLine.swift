import ZeroMQ

/// A line of a key's file: a word, and what it says.
struct KeyLine {
  let number: Int
  let word: String
  let rest: String

  /// The lines that say something: neither empty ones nor comments, which begin with `#`.
  static func read(_ text: String) throws(KeyFileProblem) -> [KeyLine] {
    guard text.utf8.count <= PublicKeyFile.bytesAtMost else { throw .tooLong }
    var lines: [KeyLine] = []
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let trimmed = line.drop { $0.isWhitespace }
      if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
      let word = trimmed.prefix { !$0.isWhitespace }
      var rest = trimmed.dropFirst(word.count).drop { $0.isWhitespace }
      while rest.last?.isWhitespace == true { rest.removeLast() }
      lines.append(KeyLine(number: index + 1, word: String(word), rest: String(rest)))
    }
    return lines
  }

  func decode<Key>(
    _ decode: (String) throws(ZeroMQError) -> Key
  ) throws(KeyFileProblem) -> Key {
    do throws(ZeroMQError) {
      return try decode(rest)
    } catch {
      throw .malformedKey(line: number, reason: error.message)
    }
  }
}
