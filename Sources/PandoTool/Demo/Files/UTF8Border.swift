/// Where bytes can be cut without cutting a character of UTF-8.
enum UTF8Border {
  /// The end of the last whole character; the end of the bytes where no character is cut, or where
  /// they are not UTF-8.
  static func last(in bytes: ArraySlice<UInt8>) -> Int {
    var start = bytes.endIndex
    // A character has at most three bytes behind its first.
    for _ in 0..<4 where start > bytes.startIndex {
      start -= 1
      let byte = bytes[start]
      if byte & 0xc0 != 0x80 {
        return start + length(startingWith: byte) > bytes.endIndex ? start : bytes.endIndex
      }
    }
    return bytes.endIndex
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }
}
