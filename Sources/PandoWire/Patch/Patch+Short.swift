// Nearly every patch puts a few bytes in place of as many. It has a form of its own, which is read and written in one
// go: 128 and the count of bytes in one byte, the offset, the bytes. A count of nought has no offset and changes
// nothing.
extension Patch {
  /// Returns whether a patch that begins with this byte is in the short form.
  @inlinable @inline(__always)
  package static func isShort(_ first: UInt8) -> Bool { first >= 0x80 && first < 0xFF }

  /// The room that is made for such a patch, without its bytes.
  package static var shortHeadRoom: Int { WriterState.shortPatchHeadRoom }

  /// Stores a patch that puts few bytes in place of as many, where there is room for it, and moves the place behind it.
  @inlinable @inline(__always)
  package static func store(
    overwriting offset: Int, by new: UnsafeRawBufferPointer, at place: inout UnsafeMutableRawPointer
  ) {
    WriterState.store(overwriting: offset, by: new, at: &place)
  }
}

extension WriterState {
  @inlinable
  static var shortPatchHeadRoom: Int { 11 }

  @inlinable @inline(__always)
  static func store(
    overwriting offset: Int, by new: UnsafeRawBufferPointer, at place: inout UnsafeMutableRawPointer
  ) {
    place.storeBytes(of: 0x80 | UInt8(truncatingIfNeeded: new.count), as: UInt8.self)
    place += 1
    if new.isEmpty { return }
    store(UInt64(truncatingIfNeeded: offset), &place)
    place.copyFew(new)
    place += new.count
  }
}

extension UnsafeMutableRawPointer {
  /// Copies bytes that are few: to call for it takes longer.
  @inlinable @inline(__always)
  package func copyFew(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= 16, let start = bytes.baseAddress else {
      if let start = bytes.baseAddress { copyMemory(from: start, byteCount: bytes.count) }
      return
    }
    var index = 0
    while index < bytes.count {
      let byte = start.load(fromByteOffset: index, as: UInt8.self)
      storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      index &+= 1
    }
  }
}

extension WireWriter {
  /// Appends a patch in the short form.
  @inlinable @inline(__always)
  package mutating func append(overwriting offset: Int, by new: UnsafeRawBufferPointer) {
    state.pointee.reserve(WriterState.shortPatchHeadRoom &+ new.count)
    var end = state.pointee.base + state.pointee.count
    WriterState.store(overwriting: offset, by: new, at: &end)
    state.pointee.count = end - state.pointee.base
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the range in which other bytes, as many, differ; an empty one where they do not.
  ///
  /// Made for few bytes: those that both have in common are looked at one by one, or eight at a time.
  @inlinable @inline(__always)
  package func rangeOfDifference(from other: UnsafeRawBufferPointer) -> Range<Int> {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return 0..<0
    }
    var first = 0
    while first &+ 8 <= count,
      left.loadUnaligned(fromByteOffset: first, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: first, as: UInt64.self)
    { first &+= 8 }
    while first < count,
      left.load(fromByteOffset: first, as: UInt8.self)
        == right.load(fromByteOffset: first, as: UInt8.self)
    { first &+= 1 }
    if first == count { return 0..<0 }
    var end = count
    while end &- 8 > first,
      left.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
    { end &-= 8 }
    while left.load(fromByteOffset: end &- 1, as: UInt8.self)
      == right.load(fromByteOffset: end &- 1, as: UInt8.self)
    { end &-= 1 }
    return first..<end
  }
}
