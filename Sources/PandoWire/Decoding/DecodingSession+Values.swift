// What runs a user's code lives here, on the handle: the state is touched only between such calls.
extension DecodingSession {
  /// Decodes the value at an offset, and leaves `position` at its end.
  @inline(__always)
  func decode<Value: Decodable>(
    _ type: Value.Type, at start: Int, depth: UInt32
  ) throws -> Value {
    let offset = passMark(start, type)
    if let direct = TypePlan.of(type).pointee.direct {
      return try decodeDirectly(type, as: direct, at: offset, depth: depth)
    }
    return try decodeThroughCodable(type, at: offset, depth: depth)
  }

  /// Returns the offset behind the mark of an Optional's value, where a type is read that is no Optional: its reader
  /// asks for nil by itself.
  @inline(__always)
  private func passMark(_ offset: Int, _ type: Any.Type) -> Int {
    let bytes = state.pointee.bytes
    guard offset < bytes.end, _slowPath(bytes[offset] == WireTag.present),
      !TypePlan.of(type).pointee.isOptional
    else { return offset }
    return offset &+ 1
  }

  func decodeThroughCodable<Value: Decodable>(
    _: Value.Type, at offset: Int, depth: UInt32
  ) throws -> Value {
    let base = state.pointee.frameCount
    let expansions = state.pointee.expansionCount
    do {
      let frame = try reading(Value.self) { () throws(WireError) in
        try state.pointee.push(offset, depth: depth)
      }
      let value = try Value(from: ValueDecoder(session: self, frame: frame))
      state.pointee.position = try reading(Value.self) { () throws(WireError) in
        try end(of: frame)
      }
      state.pointee.frameCount = base
      state.pointee.refusedOffset = -1
      if _slowPath(state.pointee.expansionCount > expansions) { endExpansions(above: expansions) }
      try chargeBox(of: value, at: offset)
      TypePlan.of(Value.self).pointee.traffic?.add(state.pointee.position - offset)
      return value
    } catch {
      state.pointee.frameCount = min(base, state.pointee.frameCount)
      if state.pointee.refusedOffset < 0 { state.pointee.refusedOffset = offset }
      endExpansions(above: expansions)
      throw error
    }
  }

  @inline(__always)
  private func end(of reference: FrameReference) throws(WireError) -> Int {
    if _fastPath(state.pointee.frame(reference) != nil) {
      return try state.pointee.end(of: Int(reference.index))
    }
    // A container outside this value was read meanwhile, and took the frame away.
    var offset = Int(reference.start)
    try state.pointee.bytes.skip(&offset)
    return offset
  }

  @inline(__always)
  private func decodeDirectly<Value, Direct: WireCodable>(
    _: Value.Type, as _: Direct.Type, at offset: Int, depth: UInt32
  ) throws -> Value {
    var reader = WireReader(lentBy: self, offset: offset, depth: Int(depth))
    do throws(WireError) {
      let value = try Direct(reading: &reader)
      state.pointee.position = reader.offset
      state.pointee.memoryLeft = reader.memoryLeft
      // The table found `Direct` as the type of `Value` itself.
      return unsafeBitCast(value, to: Value.self)
    } catch {
      throw failure(error, for: Value.self)
    }
  }
}
