extension Optional: WireCodable where Wrapped: Codable {
  /// Writes nil, or the wrapped value; an Optional of an Optional keeps its levels apart, and so does one of a type
  /// that writes nil for some of its values.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    switch self {
    case nil: writer.encodeNil()
    case let wrapped?:
      if TypePlan.of(Wrapped.self).pointee.isOptional {
        writer.append(WireTag.some)
        try writer.encodeInner(wrapped)
      } else {
        let start = writer.count
        try writer.encodeInner(wrapped)
        writer.state.pointee.markPresent(from: start)
      }
    }
  }

  /// Reads nil, or the wrapped value.
  public init(reading reader: inout WireReader) throws(WireError) {
    self = try reader.beginOptional(of: Wrapped.self) ? reader.decodeInner(Wrapped.self) : nil
  }
}

extension WireReader {
  /// Begins an Optional, and returns whether it has a value, which is to be read next.
  ///
  /// A level that the type does not have is passed over: whoever asks for nil by itself, and then for the value of an
  /// Optional of an Optional, has read it.
  @inlinable @inline(__always)
  mutating func beginOptional<Wrapped>(of _: Wrapped.Type) throws(WireError) -> Bool {
    var tag = try bytes.tag(offset)
    if tag == WireTag.some {
      offset &+= 1
      if _isOptional(Wrapped.self) { return true }
      tag = try bytes.tag(offset)
    }
    switch tag {
    case WireTag.null, WireTag.absent:
      offset &+= 1
      return false
    case WireTag.present:
      // Where another Optional is inside, the mark is that one's.
      if !_isOptional(Wrapped.self) { offset &+= 1 }
      return true
    default:
      return true
    }
  }
}

extension WriterState {
  /// Tells the value of an Optional, which begins at `start` and ends the bytes, from nil: where its type writes nil
  /// for it, or what an Optional writes, it is marked.
  @inlinable @inline(__always)
  mutating func markPresent(from start: Int) {
    if _slowPath(beginsLikeOptional(start)) { insertMark(at: start) }
  }

  /// Returns whether the value that begins at an offset and ends the bytes begins like an Optional.
  @inlinable @inline(__always)
  func beginsLikeOptional(_ start: Int) -> Bool {
    // A type may write nothing at all.
    guard start < count else { return false }
    let tag = base.load(fromByteOffset: start, as: UInt8.self)
    return tag == WireTag.null || tag == WireTag.some || tag == WireTag.present
  }

  /// Returns whether the value that begins at an offset and ends the bytes begins with an Optional's mark.
  @inline(__always)
  func beginsMarked(_ start: Int) -> Bool {
    start < count && base.load(fromByteOffset: start, as: UInt8.self) == WireTag.present
  }

  /// Marks a value of a container once more, which begins at `start` and ends the bytes, where it begins with an
  /// Optional's mark and its type is none.
  @inline(__always)
  mutating func markOwn(_ type: Any.Type, from start: Int) {
    if _slowPath(beginsMarked(start)), !TypePlan.of(type).pointee.isOptional {
      insertMark(at: start)
    }
  }

  @usableFromInline @inline(never)
  mutating func insertMark(at start: Int) {
    reserve(1)
    // No container that can still be written to begins or ends behind the place: the value is complete.
    (base + start + 1).copyMemory(from: base + start, byteCount: count - start)
    base.storeBytes(of: WireTag.present, toByteOffset: start, as: UInt8.self)
    count += 1
  }
}
