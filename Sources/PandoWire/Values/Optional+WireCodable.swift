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
    switch try reader.bytes.tag(reader.offset) {
    case WireTag.null, WireTag.absent:
      reader.offset &+= 1
      self = nil
    case WireTag.some, WireTag.present:
      reader.offset &+= 1
      self = try reader.decodeInner(Wrapped.self)
    default:
      self = try reader.decodeInner(Wrapped.self)
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

  @usableFromInline @inline(never)
  mutating func insertMark(at start: Int) {
    reserve(1)
    // No container that can still be written to begins or ends behind the place: the value is complete.
    (base + start + 1).copyMemory(from: base + start, byteCount: count - start)
    base.storeBytes(of: WireTag.present, toByteOffset: start, as: UInt8.self)
    count += 1
  }
}
