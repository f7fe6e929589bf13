// Many bytes at a time: states are mostly the same, so this is where the time goes.
extension UnsafeRawBufferPointer {
  private static var step: Int { 128 }

  /// The bits in which 32 bytes differ, laid over one another.
  @inline(__always)
  private static func difference(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int
  ) -> UInt64 {
    @inline(__always)
    func bits(_ distance: Int) -> UInt64 {
      left.loadUnaligned(fromByteOffset: offset &+ distance, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: offset &+ distance, as: UInt64.self)
    }
    return bits(0) | bits(8) | bits(16) | bits(24)
  }

  @inline(__always)
  private static func differ(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int
  ) -> Bool {
    difference(left, right, offset) != 0
  }

  /// Returns whether `step` bytes differ.
  @inline(__always)
  private static func farDiffer(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int
  ) -> Bool {
    difference(left, right, offset) | difference(left, right, offset &+ 32)
      | difference(left, right, offset &+ 64) | difference(left, right, offset &+ 96) != 0
  }

  /// Returns the number of bytes that are the same from the front.
  func commonPrefix(_ other: UnsafeRawBufferPointer) -> Int {
    guard let left = baseAddress, let right = other.baseAddress else { return 0 }
    let limit = Swift.min(count, other.count)
    var length = 0
    while length &+ Self.step <= limit, !Self.farDiffer(left, right, length) {
      length &+= Self.step
    }
    while length &+ 32 <= limit, !Self.differ(left, right, length) { length &+= 32 }
    while length < limit,
      left.load(fromByteOffset: length, as: UInt8.self)
        == right.load(fromByteOffset: length, as: UInt8.self)
    { length &+= 1 }
    return length
  }

  /// Returns the number of bytes that are the same from the back, up to `limit`, which is no more
  /// than either count.
  func commonSuffix(_ other: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
    guard let left = baseAddress, let right = other.baseAddress else { return 0 }
    let leftEnd = left + count
    let rightEnd = right + other.count
    var length = 0
    while length &+ Self.step <= limit,
      !Self.farDiffer(leftEnd, rightEnd, -length &- Self.step)
    { length &+= Self.step }
    while length &+ 32 <= limit, !Self.differ(leftEnd, rightEnd, -length &- 32) { length &+= 32 }
    while length < limit,
      leftEnd.load(fromByteOffset: -length &- 1, as: UInt8.self)
        == rightEnd.load(fromByteOffset: -length &- 1, as: UInt8.self)
    { length &+= 1 }
    return length
  }
}
