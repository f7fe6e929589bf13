/// Text made up from a number: the same each time.
enum SampleText {
  static func text(_ seed: Int, words: Int) -> String {
    var random = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ bound: Int) -> Int {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int(random % UInt64(bound))
    }
    let letters = Array(
      "abcdefghijklmnopqrstuvwxyzABCZ019_({\u{e9}\u{20ac}\u{1f332}".unicodeScalars)
    let spaces = ["\n", "\t", "  ", "\r\n", " "]
    var text = String.UnicodeScalarView()
    for _ in 0..<words {
      for _ in 0...next(24) { text.append(letters[next(letters.count)]) }
      text.append(contentsOf: spaces[next(spaces.count)].unicodeScalars)
    }
    return String(text)
  }
}
