/// Counts words and lines in text that comes in pieces.
///
/// A word is a longest run of characters other than space, tab, line feed, vertical tab, form feed and
/// carriage return, as for `LC_ALL=C wc`. A piece may end inside a word; the next one goes on with it.
struct WordScanner: Codable, Equatable, Sendable {
  /// The first byte of the word that the last piece ended in.
  private var initial = 0
  /// Its length so far; 0 between words.
  private var length = 0

  /// Counts a piece of text.
  mutating func scan(_ text: String, into counts: inout Counts) {
    var text = text
    text.withUTF8 { bytes in
      if let start = bytes.baseAddress { unsafe scan(start, bytes.count, into: &counts) }
    }
  }

  // Pointers and plain loops: this is most of the work, and people try the demo in debug builds.
  private mutating func scan(_ bytes: UnsafePointer<UInt8>, _ count: Int, into counts: inout Counts)
  {
    var initial = UInt8(initial)
    var length = length
    var lines = 0
    var index = 0
    while index < count {
      let byte = unsafe bytes[index]
      index += 1
      if byte > 0x20 || byte < 0x09 || (byte > 0x0d && byte < 0x20) {
        if length == 0 { initial = byte }
        // Continuation bytes belong to a character that was counted.
        if byte & 0xc0 != 0x80 { length += 1 }
      } else {
        if byte == 0x0a { lines += 1 }
        if length > 0 {
          counts.addWord(initial: initial, length: length)
          length = 0
        }
      }
    }
    counts.lines += lines
    self.initial = Int(initial)
    self.length = length
  }

  /// The text is over; what it ended in is a word.
  mutating func finish(into counts: inout Counts) {
    if length > 0 { counts.addWord(initial: UInt8(initial), length: length) }
    self = WordScanner()
  }
}
