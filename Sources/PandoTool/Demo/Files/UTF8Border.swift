/// Where bytes can be cut without cutting a character of UTF-8.
enum UTF8Border {
  /// The longest character.
  static let characterBytes = 4

  /// The beginning of the first character, in bytes that may begin in the middle of one; their own
  /// beginning where they are not UTF-8. Fewer bytes than a character has are the last of a file.
  static func first(in bytes: ArraySlice<UInt8>) -> Int {
    var start = bytes.startIndex
    let end = min(bytes.endIndex, start + characterBytes)
    while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
    return start - bytes.startIndex < characterBytes ? start : bytes.startIndex
  }

  /// The end of the last whole character; the end of the bytes where no character is cut, or where
  /// they are not UTF-8.
  static func last(in bytes: ArraySlice<UInt8>) -> Int {
    var start = bytes.endIndex
    // A character has at most three bytes behind its first.
    for _ in 0..<characterBytes where start > bytes.startIndex {
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
