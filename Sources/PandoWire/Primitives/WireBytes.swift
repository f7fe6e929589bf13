/// Bytes from a peer, with the reads that every decoder is made of.
///
/// Each read takes an offset in `0...end`, checks that what it reads lies before `end`, and moves
/// the offset behind it. Offsets come from earlier reads of the same bytes or from `end` itself,
/// never from the bytes.
@usableFromInline
struct WireBytes {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let end: Int

  @inlinable
  init(_ buffer: UnsafeRawBufferPointer) {
    // An empty buffer may have no address; any other will do, as it is never read.
    base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16)!
    end = buffer.count
  }

  static var empty: WireBytes { WireBytes(UnsafeRawBufferPointer(start: nil, count: 0)) }

  /// The byte at an offset that is known to be before `end`.
  @inlinable
  subscript(offset: Int) -> UInt8 {
    @inline(__always) get { base.load(fromByteOffset: offset, as: UInt8.self) }
  }

  @usableFromInline
  func error(_ problem: WireError.Problem, _ offset: Int) -> WireError {
    WireError(problem, offset: offset)
  }

  /// The tag at an offset, which stays.
  @inlinable @inline(__always)
  func tag(_ offset: Int) throws(WireError) -> UInt8 {
    guard offset < end else { throw error(.unexpectedEnd, offset) }
    return self[offset]
  }

  @inlinable @inline(__always)
  func varint(_ offset: inout Int) throws(WireError) -> UInt64 {
    guard offset < end else { throw error(.unexpectedEnd, offset) }
    let first = self[offset]
    guard first < 0x80 else { return try longVarint(&offset) }
    offset &+= 1
    return UInt64(first)
  }

  /// Returns whether a number lies at an offset, written as short as can be; the offset moves behind it then.
  @inlinable @inline(__always)
  func has(_ number: UInt64, _ offset: inout Int) -> Bool {
    var rest = number
    var position = offset
    while rest >= 0x80 {
      guard position < end, self[position] == UInt8(truncatingIfNeeded: rest) | 0x80 else {
        return false
      }
      rest &>>= 7
      position &+= 1
    }
    guard position < end, self[position] == UInt8(truncatingIfNeeded: rest) else { return false }
    offset = position &+ 1
    return true
  }

  @usableFromInline
  func longVarint(_ offset: inout Int) throws(WireError) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try tag(offset)
      offset &+= 1
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || (shift == 63 && bits <= 1) else { throw error(.invalidVarint, start) }
      number |= bits &<< shift
      if byte < 0x80 { return number }
      shift &+= 7
    }
  }

  @inlinable @inline(__always)
  func fixed<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: inout Int, as _: Number.Type = Number.self
  ) throws(WireError) -> Number {
    guard end &- offset >= MemoryLayout<Number>.size else {
      throw error(.unexpectedEnd, offset)
    }
    defer { offset &+= MemoryLayout<Number>.size }
    return Number(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  @inlinable @inline(__always)
  func count(_ offset: inout Int, minimumBytes: Int = 1) throws(WireError) -> Int {
    let start = offset
    let count = try varint(&offset)
    guard count <= UInt64((end &- offset) / minimumBytes) else {
      throw error(.countBeyondBytes(count: count, remaining: end &- offset), start)
    }
    return Int(truncatingIfNeeded: count)
  }

  /// Bytes that are known to lie before `end`.
  @inlinable @inline(__always)
  func slice(_ offset: Int, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + offset, count: count)
  }

  @inlinable
  func text(_ offset: inout Int, count: Int) throws(WireError) -> String {
    guard count <= end &- offset else { throw error(.unexpectedEnd, offset) }
    let utf8 = slice(offset, count: count)
    // Faster than the initializer that refuses: bytes that had to be repaired are no longer the
    // same.
    let text = String(decoding: utf8, as: UTF8.self)
    guard utf8.isASCII || text.utf8Equals(utf8) else { throw error(.invalidUTF8, offset) }
    offset &+= count
    return text
  }
}
