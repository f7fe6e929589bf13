/// One call of the system, as a line of `strace -y` tells it:
///
///     openat(AT_FDCWD</srv>, "a.png", O_RDONLY) = 3</srv/a.png>
struct TracedCall: Equatable {
  /// The call's name: `openat`.
  var name: String
  /// The arguments as they are printed.
  var arguments: [String] = []
  /// The things behind the equals sign: `3</srv/a.png>`, `-1 EACCES (Permission denied)`, `?`.
  var result = ""

  /// Reads a line without the number of its thread; nil where it tells no call that has ended.
  ///
  /// Complexity: linear in the length of the line.
  init?(_ line: some StringProtocol) {
    let bytes = Array(line.utf8)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "(")),
      bytes[..<start].allSatisfy({ $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }), start > 0
    else { return nil }
    name = String(decoding: bytes[..<start], as: UTF8.self)
    var index = start + 1
    var first = index
    var depth = 0
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = Self.end(ofTextAt: index, bytes)
      case UInt8(ascii: "<") where Self.beginsPath(index, bytes):
        // The path of a descriptor has no such sign itself.
        index = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")") where depth == 0: break scan
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        arguments.append(Self.trimmed(bytes[first..<index]))
        first = index + 1
      default: break
      }
      index += 1
    }
    guard index < bytes.count else { return nil }
    if first < index { arguments.append(Self.trimmed(bytes[first..<index])) }
    let rest = bytes[(index + 1)...].drop { $0 == UInt8(ascii: " ") }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    result = Self.trimmed(rest.dropFirst())
  }

  /// The name of the error: `EACCES`; nil where there is none.
  var error: String? {
    guard result.hasPrefix("-1 ") else { return nil }
    return result.dropFirst(3).split(separator: " ").first.map(String.init)
  }

  /// The number that it returned; nil where that is an error or unknown.
  var number: Int32? { Int32(result.prefix { $0.isASCII && $0.isNumber }) }

  /// Returns the text of an argument in quotes; nil where it is none.
  static func text(_ argument: String) -> String? {
    let bytes = Array(argument.utf8)
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    return unescaped(bytes[1..<max(1, min(end(ofTextAt: 0, bytes), bytes.count))])
  }

  /// Returns the path behind a descriptor: that of `3</srv>`; nil where there is none.
  static func place(_ descriptor: String) -> String? {
    let bytes = Array(descriptor.utf8)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "<")), beginsPath(start, bytes),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return unescaped(bytes[(start + 1)..<end])
  }

  /// True where a descriptor is in front: `3<` or `AT_FDCWD<`.
  private static func beginsPath(_ index: Int, _ bytes: [UInt8]) -> Bool {
    guard index > 0, index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "<") else {
      return false
    }
    return bytes[index - 1] == UInt8(ascii: "D") || bytes[index - 1].isDigit
  }

  /// Returns where a text in quotes ends: at its second quote, or behind everything.
  private static func end(ofTextAt start: Int, _ bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }

  /// Returns the text without spaces in front.
  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// Undoes what `strace` does to signs that cannot be printed: `\n`, `\303\251`.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
        plain.append(byte)
        continue
      }
      var digits = [sign].filter(\.isOctalDigit)
      while !digits.isEmpty, digits.count < 3, let next = rest.first, next.isOctalDigit {
        digits.append(next)
        rest.removeFirst()
      }
      let value = digits.reduce(0) { $0 * 8 + Int($1 - UInt8(ascii: "0")) }
      let names: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "v"): 11,
        UInt8(ascii: "f"): 12,
      ]
      plain.append(digits.isEmpty ? names[sign] ?? sign : UInt8(truncatingIfNeeded: value))
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isOctalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(self) }

  fileprivate var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
