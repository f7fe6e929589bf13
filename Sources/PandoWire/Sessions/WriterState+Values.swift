// One call writes one whole value, or one key.
extension WriterState {
  @inlinable @inline(__always)
  mutating func writeUnsigned(_ number: UInt64) {
    if number < 0x80 {
      append(WireTag.small | UInt8(truncatingIfNeeded: number))
    } else {
      writeWide(number, tag: WireTag.unsigned)
    }
  }

  @inlinable @inline(__always)
  mutating func writeSigned(_ number: Int64) {
    if number >= 0 {
      writeUnsigned(UInt64(bitPattern: number))
    } else {
      writeWide(UInt64(bitPattern: ~number), tag: WireTag.negative)
    }
  }

  // Stores eight bytes whatever the width, and counts those that belong: no branch on the width.
  @inlinable @inline(__always)
  mutating func writeWide(_ bits: UInt64, tag: UInt8) {
    reserve(9)
    let used = 64 &- bits.leadingZeroBitCount
    let width = used <= 8 ? 0 : used <= 16 ? 1 : used <= 32 ? 2 : 3
    let start = base + count
    start.storeBytes(of: tag | UInt8(truncatingIfNeeded: width), as: UInt8.self)
    start.storeBytes(of: bits.littleEndian, toByteOffset: 1, as: UInt64.self)
    count &+= 1 &+ (1 &<< width)
  }

  @inlinable @inline(__always)
  mutating func writeDouble(_ number: Double) {
    append(WireTag.double)
    appendFixed(number.bitPattern)
  }

  @inlinable @inline(__always)
  mutating func writeFloat(_ number: Float) {
    append(WireTag.float)
    appendFixed(number.bitPattern)
  }

  @inlinable @inline(__always)
  mutating func writeBool(_ flag: Bool) {
    append(flag ? WireTag.yes : WireTag.no)
  }

  @usableFromInline
  mutating func writeSigned128(_ number: Int128) {
    if let narrow = Int64(exactly: number) { return writeSigned(narrow) }
    if let narrow = UInt64(exactly: number) { return writeUnsigned(narrow) }
    append(WireTag.signed128)
    appendFixed(number)
  }

  @usableFromInline
  mutating func writeUnsigned128(_ number: UInt128) {
    if let narrow = UInt64(exactly: number) { return writeUnsigned(narrow) }
    if let signed = Int128(exactly: number) { return writeSigned128(signed) }
    append(WireTag.unsigned128)
    appendFixed(number)
  }

  @inlinable
  mutating func writeString(_ string: String) {
    writeText(string, short: WireTag.shortString, long: WireTag.string)
  }

  @inlinable
  mutating func writeKey(_ key: String) {
    writeText(key, short: WireTag.shortKey, long: WireTag.key)
  }

  @inlinable @inline(__always)
  mutating func writeText(_ text: String, short: UInt8, long: UInt8) {
    var text = text
    text.withUTF8 { utf8 in
      if utf8.count < 32 {
        reserve(32)
        base.storeBytes(
          of: short | UInt8(truncatingIfNeeded: utf8.count), toByteOffset: count, as: UInt8.self)
        count &+= 1
      } else {
        append(long)
        appendVarint(UInt64(utf8.count))
      }
      if let start = utf8.baseAddress { append(start, count: utf8.count) }
    }
  }

  /// Opens a level of nesting; the outermost value is inside level 1, which is always there.
  @inlinable @inline(__always)
  mutating func enter() throws(WireError) {
    guard depth <= maximumDepth else { throw tooDeep }
    depth &+= 1
  }

  @usableFromInline
  var tooDeep: WireError { WireError(.tooDeep(limit: maximumDepth), offset: count) }

  @inlinable @inline(__always)
  mutating func leave() {
    depth &-= 1
  }
}
