extension WireWriter {
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    state.pointee.append(byte)
  }

  /// Bytes as they are, without a length.
  @inlinable @inline(__always)
  package mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    state.pointee.append(start, count: bytes.count)
  }

  /// A number in 1 to 10 bytes of seven bits each, the lowest first.
  @inlinable @inline(__always)
  package mutating func appendVarint(_ number: UInt64) {
    if number < 0x80 {
      state.pointee.append(UInt8(truncatingIfNeeded: number))
    } else {
      state.pointee.appendVarint(number)
    }
  }

  /// A length, count or index; never negative.
  @inlinable @inline(__always)
  package mutating func appendVarint(_ number: Int) {
    appendVarint(UInt64(number))
  }

  /// A byte, and three numbers as varints.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8, _ first: UInt64, _ second: UInt64, _ third: UInt64) {
    state.pointee.append(byte, first, second, third)
  }

  /// All bytes of a number, the lowest first.
  @inlinable @inline(__always)
  package mutating func appendFixed<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    state.pointee.appendFixed(number)
  }

  /// A length as a varint, then the bytes.
  @inlinable
  package mutating func appendBytes(_ bytes: UnsafeRawBufferPointer) {
    appendVarint(bytes.count)
    append(contentsOf: bytes)
  }

  /// A length as a varint, then the bytes.
  package mutating func append(_ bytes: ByteString) {
    if bytes.storage != nil { return bytes.withUnsafeBytes { appendBytes($0) } }
    append(UInt8(truncatingIfNeeded: bytes.count))
    // All of what a value holds, of which so many bytes count.
    state.pointee.append(bytes.low, bytes.high, count: bytes.count)
  }

  /// 128 and the count of the bytes in one byte, then the bytes; 255 and their length before more than 126.
  package mutating func appendShortBytes(_ bytes: ByteString) {
    if bytes.storage == nil {
      state.pointee.reserve(17)
      state.pointee.append(0x80 | UInt8(truncatingIfNeeded: bytes.count))
      // All of what a value holds, of which so many bytes count.
      return state.pointee.append(bytes.low, bytes.high, count: bytes.count)
    }
    if bytes.count > 126 {
      append(0xFF)
      return append(bytes)
    }
    append(0x80 | UInt8(truncatingIfNeeded: bytes.count))
    bytes.withUnsafeBytes { append(contentsOf: $0) }
  }

  /// A length as a varint, then the bytes.
  @inlinable
  package mutating func appendBytes(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { appendBytes($0) }
  }

  /// A length as a varint, then the UTF-8.
  @inlinable
  package mutating func appendString(_ string: String) {
    var string = string
    string.withUTF8 { appendBytes(UnsafeRawBufferPointer($0)) }
  }
}
