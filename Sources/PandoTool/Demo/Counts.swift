import Pando

/// The counts of some texts.
@WireCoded
struct Counts: Codable, Equatable, Sendable {
  /// Files counted to their end.
  var files = 0
  var bytes = 0
  /// Line feeds.
  var lines = 0
  /// Longest runs of bytes other than space, tab, line feed, vertical tab, form feed and carriage return, as for
  /// `LC_ALL=C wc`.
  var words = 0

  static func += (sum: inout Counts, more: Counts) {
    sum.files += more.files
    sum.bytes += more.bytes
    sum.lines += more.lines
    sum.words += more.words
  }

  /// Counts a piece of a text.
  ///
  /// - Parameter isInWord: Whether the piece before ended in a word, which this one may go on with.
  mutating func scan(_ start: UnsafePointer<UInt8>, _ count: Int, isInWord: inout Bool) {
    // Pointers and plain loops: this is most of the work, and people try the demo in debug builds.
    var index = 0
    while index < count {
      let byte = unsafe start[index]
      index += 1
      if byte > 0x20 || byte < 0x09 || (byte > 0x0d && byte < 0x20) {
        if !isInWord { words += 1 }
        isInWord = true
      } else {
        if byte == 0x0a { lines += 1 }
        isInWord = false
      }
    }
    bytes += count
  }

  /// One line for each count of a hosted run that is another in one process.
  func differences(from direct: Counts, of whom: String) -> [String] {
    let names: [(String, KeyPath<Counts, Int>)] = [
      ("files", \.files), ("bytes", \.bytes), ("lines", \.lines), ("words", \.words),
    ]
    return names.compactMap { name, count in
      let (hosted, direct) = (self[keyPath: count], direct[keyPath: count])
      guard hosted != direct else { return nil }
      return "\(whom): \(name): \(hosted) hosted, \(direct) in one process"
    }
  }
}
