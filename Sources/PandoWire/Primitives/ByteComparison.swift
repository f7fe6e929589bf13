extension String {
  @inlinable @inline(__always)
  func utf8Equals(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var text = self
    return text.withUTF8 { utf8 in
      utf8.count == bytes.count && UnsafeRawBufferPointer(utf8).holdsSameBytes(bytes)
    }
  }
}

// Eight bytes at a time.
extension UnsafeRawBufferPointer {
  /// True if another buffer of the same length holds the same bytes.
  @inlinable @inline(__always)
  func holdsSameBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    var offset = 0
    while offset &+ 8 <= count {
      let leftWord = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard leftWord == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else {
        return false
      }
      offset &+= 8
    }
    while offset < count {
      let leftByte = left.load(fromByteOffset: offset, as: UInt8.self)
      guard leftByte == right.load(fromByteOffset: offset, as: UInt8.self) else { return false }
      offset &+= 1
    }
    return true
  }

  @inlinable @inline(__always)
  var isASCII: Bool {
    guard let start = baseAddress else { return true }
    var offset = 0
    var bits: UInt64 = 0
    while offset &+ 8 <= count {
      bits |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    while offset < count {
      bits |= UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}
