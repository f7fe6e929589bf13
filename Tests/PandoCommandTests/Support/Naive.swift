/// The counts of a text, found in the plainest way.
struct Naive: Equatable {
  var words = 0
  var lines = 0
  var bytes = 0
  var initials: [String: Int] = [:]
  var lengths: [String: Int] = [:]

  static func + (left: Naive, right: Naive) -> Naive {
    Naive(
      words: left.words + right.words, lines: left.lines + right.lines,
      bytes: left.bytes + right.bytes,
      initials: left.initials.merging(right.initials, uniquingKeysWith: +),
      lengths: left.lengths.merging(right.lengths, uniquingKeysWith: +))
  }
}

extension Naive {
  /// Counts a whole text.
  init(_ text: String) {
    let spaces: Set<Unicode.Scalar> = [" ", "\t", "\n", "\u{b}", "\u{c}", "\r"]
    let found = text.unicodeScalars.split { spaces.contains($0) }
    words = found.count
    lines = text.unicodeScalars.count { $0 == "\n" }
    bytes = text.utf8.count
    for word in found {
      let first = Character(word.first!).lowercased()
      let isLetter = first.utf8.count == 1 && ("a"..."z").contains(first)
      initials[isLetter ? first : "other", default: 0] += 1
      lengths[word.count < 20 ? "\(word.count)" : "20+", default: 0] += 1
    }
  }
}
