extension WireBytes {
  /// The bytes of the key at an offset, or nil at the end of the container; the offset moves behind
  /// them.
  @inline(__always)
  func key(_ offset: inout Int) throws(WireError) -> UnsafeRawBufferPointer? {
    let tag = try tag(offset)
    let length: Int
    if tag & 0xE0 == WireTag.shortKey {
      offset &+= 1
      length = Int(tag & 0x1F)
      guard length <= end &- offset else { throw error(.unexpectedEnd, offset) }
    } else if tag == WireTag.key {
      offset &+= 1
      length = try count(&offset)
    } else if tag == WireTag.end {
      return nil
    } else {
      throw error(.mismatch(expected: "a key", found: WireTag.name(tag)), offset)
    }
    defer { offset &+= length }
    return slice(offset, count: length)
  }

  /// Moves behind one whole value, whatever it holds; takes no stack and no memory.
  func skip(_ offset: inout Int) throws(WireError) {
    var open = 0
    while true {
      let start = offset
      switch try token(&offset) {
      case .scalar: break
      case .opening: open &+= 1
      case .prefix: continue
      case .key where open > 0: continue
      case .closing where open > 0: open &-= 1
      case .key, .closing: throw mismatch(start, expected: "a value")
      }
      if open == 0 { return }
    }
  }

  enum Token { case opening, closing, key, prefix, scalar }

  /// Moves behind one tag and the bytes that belong to it alone.
  @inline(__always)
  func token(_ offset: inout Int) throws(WireError) -> Token {
    let start = offset
    let tag = try tag(offset)
    offset &+= 1
    var length = 0
    var token = Token.scalar
    switch tag {
    case WireTag.small...: return .scalar
    case WireTag.shortKey..<WireTag.small:
      length = Int(tag & 0x1F)
      token = .key
    case WireTag.shortString..<WireTag.shortKey: length = Int(tag & 0x1F)
    case WireTag.unsigned..<0x18: length = 1 &<< Int(tag & 3)
    case WireTag.null, WireTag.absent, WireTag.no, WireTag.yes: return .scalar
    case WireTag.list, WireTag.map: return .opening
    case WireTag.end: return .closing
    case WireTag.some, WireTag.present: return .prefix
    case WireTag.double: length = 8
    case WireTag.float: length = 4
    case WireTag.signed128, WireTag.unsigned128: length = 16
    case WireTag.string: length = try count(&offset)
    case WireTag.key:
      length = try count(&offset)
      token = .key
    case WireTag.packed: length = try packedHeader(&offset).byteCount
    default: throw mismatch(start, expected: "a value")
    }
    guard length <= end &- offset else { throw error(.unexpectedEnd, start) }
    offset &+= length
    return token
  }
}
