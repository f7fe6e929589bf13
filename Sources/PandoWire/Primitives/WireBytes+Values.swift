// One call reads one whole scalar.
extension WireBytes {
  @usableFromInline
  func mismatch(_ offset: Int, expected: String) -> WireError {
    guard offset < end else { return error(.unexpectedEnd, offset) }
    let tag = self[offset]
    if tag == WireTag.null || tag == WireTag.absent {
      return error(.missingValue(expected: expected), offset)
    }
    return error(.mismatch(expected: expected, found: WireTag.name(tag)), offset)
  }

  @inlinable @inline(__always)
  func integer<Number: FixedWidthInteger>(
    _ offset: inout Int, as type: Number.Type = Number.self
  ) throws(WireError) -> Number {
    guard offset < end else { throw error(.unexpectedEnd, offset) }
    let tag = self[offset]
    if tag >= WireTag.small {
      offset &+= 1
      return Number(truncatingIfNeeded: tag & 0x7F)
    }
    var next = offset
    if let wide = wideSigned(&next), let number = Number(exactly: wide) {
      offset = next
      return number
    }
    return try wideInteger(&offset, as: type)
  }

  /// The number of one to eight bytes at an offset before `end`; nil, and nothing read, where there
  /// is none that an Int64 holds.
  @usableFromInline
  func wideSigned(_ offset: inout Int) -> Int64? {
    let tag = self[offset]
    guard tag & 0xF8 == WireTag.unsigned, 1 &<< Int(tag & 3) < end &- offset else { return nil }
    let start = base + (offset &+ 1)
    let bits: UInt64 =
      switch tag & 3 {
      case 0: UInt64(start.load(as: UInt8.self))
      case 1: UInt64(UInt16(littleEndian: start.loadUnaligned(as: UInt16.self)))
      case 2: UInt64(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
      default: UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
      }
    let number = Int64(bitPattern: bits)
    guard number >= 0 else { return nil }
    offset &+= 1 &+ 1 &<< Int(tag & 3)
    return tag & WireTag.negative == WireTag.unsigned ? number : ~number
  }

  @usableFromInline
  @_specialize(where Number == Int)
  @_specialize(where Number == Int64)
  func wideInteger<Number: FixedWidthInteger>(
    _ offset: inout Int, as _: Number.Type
  ) throws(WireError) -> Number {
    let start = offset
    let tag = try tag(offset)
    guard tag & 0xF8 == WireTag.unsigned else { return try hugeInteger(&offset) }
    offset &+= 1
    let bits: UInt64 =
      switch tag & 3 {
      case 0: UInt64(try fixed(&offset, as: UInt8.self))
      case 1: UInt64(try fixed(&offset, as: UInt16.self))
      case 2: UInt64(try fixed(&offset, as: UInt32.self))
      default: try fixed(&offset, as: UInt64.self)
      }
    let number =
      if tag & WireTag.negative == WireTag.unsigned {
        Number(exactly: bits)
      } else if let complement = Int64(exactly: bits) {
        Number(exactly: ~complement)
      } else {
        Number?.none
      }
    guard let number else { throw error(.outOfRange(expected: "\(Number.self)"), start) }
    return number
  }

  private func hugeInteger<Number: FixedWidthInteger>(
    _ offset: inout Int
  ) throws(WireError) -> Number {
    let start = offset
    let number: Number?
    switch self[offset] {
    case WireTag.signed128:
      offset &+= 1
      number = Number(exactly: try fixed(&offset, as: Int128.self))
    case WireTag.unsigned128:
      offset &+= 1
      number = Number(exactly: try fixed(&offset, as: UInt128.self))
    default:
      throw mismatch(offset, expected: "\(Number.self)")
    }
    guard let number else { throw error(.outOfRange(expected: "\(Number.self)"), start) }
    return number
  }

  @inlinable @inline(__always)
  func bool(_ offset: inout Int) throws(WireError) -> Bool {
    let tag = try tag(offset)
    guard tag | 1 == WireTag.yes else { throw mismatch(offset, expected: "Bool") }
    offset &+= 1
    return tag == WireTag.yes
  }

  @inlinable @inline(__always)
  func double(_ offset: inout Int) throws(WireError) -> Double {
    guard try tag(offset) == WireTag.double else { return try otherDouble(&offset) }
    offset &+= 1
    return Double(bitPattern: try fixed(&offset))
  }

  // A Float or an integer is taken where it is the same number.
  @usableFromInline
  func otherDouble(_ offset: inout Int) throws(WireError) -> Double {
    let start = offset
    let tag = try tag(offset)
    if tag == WireTag.float { return Double(try float(&offset)) }
    guard tag >= WireTag.small || tag & 0xF8 == WireTag.unsigned else {
      throw mismatch(offset, expected: "Double")
    }
    guard let number = Double(exactly: try integer(&offset, as: Int64.self)) else {
      throw error(.outOfRange(expected: "Double"), start)
    }
    return number
  }

  @inlinable
  func float(_ offset: inout Int) throws(WireError) -> Float {
    let start = offset
    if try tag(offset) == WireTag.float {
      offset &+= 1
      return Float(bitPattern: try fixed(&offset))
    }
    guard try tag(offset) == WireTag.double else { throw mismatch(offset, expected: "Float") }
    let double = try double(&offset)
    guard let number = Float(exactly: double) else {
      throw error(.outOfRange(expected: "Float"), start)
    }
    return number
  }

  @inlinable
  func string(_ offset: inout Int) throws(WireError) -> String {
    let tag = try tag(offset)
    var next = offset &+ 1
    let length: Int
    if tag & 0xE0 == WireTag.shortString {
      length = Int(tag & 0x1F)
    } else if tag == WireTag.string {
      length = try count(&next)
    } else {
      throw mismatch(offset, expected: "String")
    }
    offset = next
    return try text(&offset, count: length)
  }
}
