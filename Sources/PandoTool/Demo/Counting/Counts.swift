/// The counts of a text: totals and two small tables, whose size does not depend on the text.
struct Counts: Codable, Equatable, Sendable {
  /// Files counted to their end.
  var files = 0
  /// Files left out because they hold no text.
  var binaryFiles = 0
  /// Files that could not be read, or not to their end.
  var unreadableFiles = 0
  var bytes = 0
  /// Line feeds.
  var lines = 0
  var words = 0
  /// Words by their first character: a to z in either case, then all others.
  var wordsByInitial = [Int](repeating: 0, count: initialNames.count)
  /// Words by their length in Unicode scalars, from 1; the last place is for all longer ones.
  var wordsByLength = [Int](repeating: 0, count: lengthNames.count)

  static let initialNames = "abcdefghijklmnopqrstuvwxyz".map(String.init) + ["other"]
  static let lengthNames = (1..<20).map(String.init) + ["20+"]

  /// Files that need no further work.
  var settledFiles: Int { files + binaryFiles + unreadableFiles }

  /// Counts a word by the first byte of its UTF-8 and its length.
  mutating func addWord(initial: UInt8, length: Int) {
    words += 1
    let letter = Int(initial | 0x20) - 0x61
    wordsByInitial[letter >= 0 && letter < 26 ? letter : 26] += 1
    wordsByLength[min(length, 20) - 1] += 1
  }

  mutating func add(_ other: Counts) {
    files += other.files
    binaryFiles += other.binaryFiles
    unreadableFiles += other.unreadableFiles
    bytes += other.bytes
    lines += other.lines
    words += other.words
    for index in wordsByInitial.indices { wordsByInitial[index] += other.wordsByInitial[index] }
    for index in wordsByLength.indices { wordsByLength[index] += other.wordsByLength[index] }
  }
}
