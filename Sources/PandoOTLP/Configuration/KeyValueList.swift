/// A list of pairs as variables have them: `name=value,name=value`, with per cent signs for what is encoded.
enum KeyValueList {
  /// A part of a list that is no pair.
  struct Problem: Error {
    /// The first part is 1.
    let position: Int
  }

  static func read(_ text: String) throws(Problem) -> [String: String] {
    var pairs: [String: String] = [:]
    var position = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      position += 1
      let part = trimmed(part)
      if part.isEmpty { continue }
      guard let sign = part.firstIndex(of: "="), sign != part.startIndex else {
        throw Problem(position: position)
      }
      pairs[decoded(trimmed(part[..<sign]))] = decoded(trimmed(part[part.index(after: sign)...]))
    }
    return pairs
  }

  /// Returns true for the name and the value of a field that HTTP allows.
  static func isHeader(_ name: String, _ value: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let high = hexadecimal(rest[rest.startIndex]),
        let low = hexadecimal(rest[rest.startIndex + 1])
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
  }
}
