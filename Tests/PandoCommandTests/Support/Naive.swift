/// The counts of a text, found in the plainest way.
struct Naive: Equatable {
  var words = 0
  var lines = 0
  var bytes = 0

  static func + (left: Naive, right: Naive) -> Naive {
    Naive(
      words: left.words + right.words, lines: left.lines + right.lines,
      bytes: left.bytes + right.bytes)
  }
}

extension Naive {
  /// Counts a whole text.
  init(_ text: String) {
    let spaces: Set<Unicode.Scalar> = [" ", "\t", "\n", "\u{b}", "\u{c}", "\r"]
    words = text.unicodeScalars.split { spaces.contains($0) }.count
    lines = text.unicodeScalars.count { $0 == "\n" }
    bytes = text.utf8.count
  }
}
