/// The value of a key in a keyed container.
enum KeyLookup {
  /// A value at an offset.
  case found(Int)
  /// The mark of a nil that `encodeIfPresent` wrote, at an offset.
  case absent(Int)
  case missing
}

extension DecodingState {
  /// A hit at once when keys are asked for in the order in which they were written.
  @inline(__always)
  func find(
    _ name: String, in container: FrameReference
  ) throws(WireError) -> KeyLookup {
    let cursor = try cursor(container)
    var offset = cursor
    if _slowPath(try !match(name, at: &offset)) {
      guard let found = try search(name, in: container, from: cursor) else { return .missing }
      offset = found
    }
    return try bytes.tag(offset) == WireTag.absent ? .absent(offset) : .found(offset)
  }

  /// Where a keyed container goes on reading.
  @inline(__always)
  private func cursor(_ container: FrameReference) throws(WireError) -> Int {
    try expectCurrent(container)
    if let frame = frame(container) { return frame.pointee.boundary }
    return Int(container.start) &+ 1
  }

  /// Returns whether the key at an offset is this one; the offset then moves behind it.
  @inline(__always)
  private func match(_ name: String, at offset: inout Int) throws(WireError) -> Bool {
    let tag = try bytes.tag(offset)
    // A long key is left to the search, which reads any.
    guard tag & 0xE0 == WireTag.shortKey else { return false }
    let length = Int(tag & 0x1F)
    guard length <= bytes.end &- offset &- 1 else { return false }
    let key = bytes.slice(offset &+ 1, count: length)
    guard name.utf8Equals(key) else { return false }
    offset &+= 1 &+ length
    return true
  }

  // From the cursor to the end, then from the first entry to the cursor.
  @inline(never)
  private func search(
    _ name: String, in container: FrameReference, from cursor: Int
  ) throws(WireError) -> Int? {
    let first = Int(container.start) + 1
    if let found = try search(name, in: container, from: cursor, to: .max) { return found }
    return cursor == first ? nil : try search(name, in: container, from: first, to: cursor)
  }

  private func search(
    _ name: String, in container: FrameReference, from start: Int, to stop: Int
  ) throws(WireError) -> Int? {
    let index = try index(of: container)
    var offset = start
    while offset < stop {
      let entry = offset
      guard let key = try bytes.key(&offset) else { return nil }
      if name.utf8Equals(key) {
        frame(container)?.pointee.boundary = entry
        return offset
      }
      offset = try endOfValue(offset, above: index)
    }
    return nil
  }

  /// Marks the value of a keyed container up to `position` as read.
  @inline(__always)
  func advance(_ container: FrameReference, to position: Int) {
    frame(container)?.pointee.boundary = position
  }
}
