// Values whose type is known to encode itself, or to hold such values: where a call is specialised,
// the compiler sees all of the way to the bytes. Bytes and limits are those of the general path.
extension WireWriter {
  /// Writes one value that encodes itself; nothing is written when it throws.
  @inlinable
  public mutating func encode<Value: WireCodable>(_ value: Value) throws(WireError) {
    guard state.pointee.depth > 0 else { return try encodeOutermost(value) }
    let start = state.pointee.count
    let depth = state.pointee.depth
    try state.pointee.enter()
    do throws(WireError) {
      try value.encode(into: &self)
    } catch {
      throw takenBack(error, to: start, depth: depth)
    }
    state.pointee.leave()
  }

  /// Writes nil or one value that encodes itself; nothing is written when it throws.
  @inlinable
  public mutating func encode<Wrapped: WireCodable>(_ value: Wrapped?) throws(WireError) {
    guard state.pointee.depth > 0 else { return try encodeOutermost(value) }
    let start = state.pointee.count
    let depth = state.pointee.depth
    try state.pointee.enter()
    do throws(WireError) {
      if let value {
        if _isOptional(Wrapped.self) {
          state.pointee.append(WireTag.some)
          try value.encode(into: &self)
        } else {
          try value.encode(into: &self)
          state.pointee.markPresent(from: start)
        }
      } else {
        encodeNil()
      }
    } catch {
      throw takenBack(error, to: start, depth: depth)
    }
    state.pointee.leave()
  }

  /// Writes values that encode themselves, as a list or as a run of numbers; nothing is written when
  /// it throws.
  @inlinable
  public mutating func encode<Element: WireCodable>(_ elements: [Element]) throws(WireError) {
    guard state.pointee.depth > 0 else { return try encodeOutermost(elements) }
    let start = state.pointee.count
    let depth = state.pointee.depth
    try state.pointee.enter()
    do throws(WireError) {
      if let kind = PackedKind(Element.self) {
        elements.withUnsafeBytes { state.pointee.writePacked(kind, count: elements.count, $0) }
      } else {
        try beginList()
        for element in elements { try element.encode(into: &self) }
        endList()
      }
    } catch {
      throw takenBack(error, to: start, depth: depth)
    }
    state.pointee.leave()
  }

  /// Begins a list whose first value is the number of an enum's case.
  @inlinable @inline(__always)
  public mutating func beginCase(_ number: Int) throws(WireError) {
    try beginList()
    try encode(number)
  }

  /// Takes back what a failing value wrote; returns the error, which then says where that was.
  @usableFromInline @inline(never)
  mutating func takenBack(_ error: WireError, to start: Int, depth: Int) -> WireError {
    session.undo(to: start, frameCount: state.pointee.frameCount, depth: depth)
    return error.located(path: state.pointee.failedPath)
  }
}
