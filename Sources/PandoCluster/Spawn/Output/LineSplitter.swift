import Glibc

/// Cuts what a worker prints into lines. Pure: bytes go in, lines come out.
struct LineSplitter {
  /// The number of bytes of the longest line; what is longer is printed as several. With its label a line fits
  /// into the 4,096 bytes that a pipe takes as a whole.
  static let lineBytesAtMost = 3_900

  private var rest: [UInt8] = []

  /// Hands on the lines that end in these bytes, without their ends, and keeps what is left. A line is lent for the call.
  ///
  /// By the system's search, as one byte after the other took longer in a debug build than a worker takes to print.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var left = bytes
    while let base = left.baseAddress, let end = memchr(base, Int32(UInt8(ascii: "\n")), left.count)
    {
      let line = UnsafeRawBufferPointer(start: base, count: UnsafeRawPointer(end) - base)
      left = UnsafeRawBufferPointer(rebasing: left[(line.count + 1)...])
      if rest.isEmpty, line.count <= Self.lineBytesAtMost {
        Self.hand(line, body)
      } else {
        keep(line, body)
        finish(body, printsEmpty: true)
      }
    }
    keep(left, body)
  }

  /// Hands on what is left, at the end of the output.
  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    finish(body, printsEmpty: false)
  }

  private mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void, printsEmpty: Bool) {
    if printsEmpty || !rest.isEmpty { rest.withUnsafeBytes { Self.hand($0, body) } }
    rest.removeAll(keepingCapacity: true)
  }

  private static func hand(
    _ line: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    body(UnsafeRawBufferPointer(rebasing: line.dropLast(line.last == UInt8(ascii: "\r") ? 1 : 0)))
  }

  /// Adds to a line whose end is not there yet, and hands on parts of one that is too long.
  private mutating func keep(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var left = bytes[...]
    while !left.isEmpty {
      if rest.count == Self.lineBytesAtMost { cut(body) }
      let part = left.prefix(Self.lineBytesAtMost - rest.count)
      rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: part))
      left = left.dropFirst(part.count)
    }
  }

  /// Hands on a part of a long line, and cuts no character of UTF-8.
  private mutating func cut(_ body: (UnsafeRawBufferPointer) -> Void) {
    var end = rest.count
    while end > rest.count - 3, rest[end - 1] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
    // The last byte before those that continue a character begins it, or is one by itself.
    if rest[end - 1] >= 0b1100_0000 { end -= 1 } else { end = rest.count }
    rest.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    rest.removeFirst(end)
  }
}
