/// Cuts what a worker prints into lines. Pure: bytes go in, lines come out.
struct LineSplitter {
  /// The number of bytes of the longest line; what is longer is printed as several. With its label a line fits
  /// into the 4,096 bytes that a pipe takes as a whole.
  static let lineBytesAtMost = 3_900

  private var rest: [UInt8] = []

  /// Hands on the lines that end in these bytes, without their ends, and keeps what is left.
  mutating func take(_ bytes: some Sequence<UInt8>, _ body: ([UInt8]) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        finish(body, printsEmpty: true)
      } else {
        if rest.count == Self.lineBytesAtMost { cut(body) }
        rest.append(byte)
      }
    }
  }

  /// Hands on what is left, at the end of the output.
  mutating func finish(_ body: ([UInt8]) -> Void) { finish(body, printsEmpty: false) }

  private mutating func finish(_ body: ([UInt8]) -> Void, printsEmpty: Bool) {
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    if printsEmpty || !rest.isEmpty { body(rest) }
    rest.removeAll(keepingCapacity: true)
  }

  /// Hands on a part of a long line, and cuts no character of UTF-8.
  private mutating func cut(_ body: ([UInt8]) -> Void) {
    var end = rest.count
    while end > rest.count - 3, rest[end - 1] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
    // The last byte before those that continue a character begins it, or is one by itself.
    if rest[end - 1] >= 0b1100_0000 { end -= 1 } else { end = rest.count }
    body(Array(rest[..<end]))
    rest.removeFirst(end)
  }
}
