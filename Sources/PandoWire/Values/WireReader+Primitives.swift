extension WireReader {
  @usableFromInline
  func error(_ problem: WireError.Problem) -> WireError { WireError(problem, offset: offset) }

  @inlinable @inline(__always)
  package mutating func readByte() throws(WireError) -> UInt8 {
    guard offset < bytes.end else { throw error(.unexpectedEnd) }
    let byte = bytes[offset]
    offset &+= 1
    return byte
  }

  /// The next byte, which stays; nil at the end.
  @inlinable @inline(__always)
  package func peek() -> UInt8? { offset < bytes.end ? bytes[offset] : nil }

  /// Returns whether a certain byte and certain numbers are next, and reads them then; otherwise nothing is read.
  @inlinable @inline(__always)
  package mutating func reads(
    _ byte: UInt8, _ first: UInt64, _ second: UInt64, _ third: UInt64
  ) -> Bool {
    var position = offset
    guard position < bytes.end, bytes[position] == byte else { return false }
    position &+= 1
    guard bytes.has(first, &position), bytes.has(second, &position), bytes.has(third, &position)
    else { return false }
    offset = position
    return true
  }

  /// Goes back to a position that it has been at.
  @inlinable
  package mutating func rewind(to position: Int) {
    precondition(position >= 0 && position <= offset, "a reader goes back to where it was")
    offset = position
  }

  /// A number in 1 to 10 bytes of seven bits each; more than 64 bits are an error.
  @inlinable @inline(__always)
  package mutating func readVarint() throws(WireError) -> UInt64 {
    try bytes.varint(&offset)
  }

  /// A varint that fits an `Int`.
  @inlinable
  package mutating func readInteger() throws(WireError) -> Int {
    let start = offset
    guard let number = Int(exactly: try bytes.varint(&offset)) else {
      throw WireError(.outOfRange(expected: "Int"), offset: start)
    }
    return number
  }

  /// All bytes of a number, the lowest first.
  @inlinable @inline(__always)
  package mutating func readFixed<Number: FixedWidthInteger & BitwiseCopyable>(
    as type: Number.Type = Number.self
  ) throws(WireError) -> Number {
    try bytes.fixed(&offset, as: type)
  }

  /// A count of elements of at least `minimumBytes` each, checked against the bytes that remain.
  ///
  /// So a caller may reserve memory for it. `minimumBytes` must be positive.
  @inlinable
  package mutating func readCount(minimumBytes: Int = 1) throws(WireError) -> Int {
    try bytes.count(&offset, minimumBytes: minimumBytes)
  }

  /// A length, then that many bytes, which stay where they are.
  @inlinable
  package mutating func readBytes() throws(WireError) -> UnsafeRawBufferPointer {
    let length = try bytes.count(&offset)
    defer { offset &+= length }
    return bytes.slice(offset, count: length)
  }

  /// Bytes behind a byte of 128 or more, which says how many they are, or with 255 that their length follows. Returns
  /// nil, and reads nothing, where the next byte is less.
  @inlinable @inline(__always)
  package mutating func readShortBytes() throws(WireError) -> UnsafeRawBufferPointer? {
    guard offset < bytes.end else { return nil }
    let first = bytes[offset]
    if first < 0x80 { return nil }
    offset &+= 1
    if first == 0xFF { return try readBytes() }
    let length = Int(first & 0x7F)
    guard length <= bytes.end &- offset else { throw error(.unexpectedEnd) }
    defer { offset &+= length }
    return bytes.slice(offset, count: length)
  }

  /// That many bytes, which stay where they are.
  @inlinable
  package mutating func readBytes(count: Int) throws(WireError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw error(.unexpectedEnd) }
    defer { offset &+= count }
    return bytes.slice(offset, count: count)
  }

  /// A length, then a copy of that many bytes.
  @inlinable
  package mutating func readByteArray() throws(WireError) -> [UInt8] {
    [UInt8](copying: try readBytes())
  }

  /// A length, then UTF-8.
  @inlinable
  package mutating func readString() throws(WireError) -> String {
    let length = try bytes.count(&offset)
    return try bytes.text(&offset, count: length)
  }
}
