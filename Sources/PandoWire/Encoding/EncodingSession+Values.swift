// What runs a user's code lives here, on the handle: the state is touched only between such calls.
extension EncodingSession {
  /// Writes one value of a container at the tail of the bytes.
  ///
  /// One that is no Optional, and begins with an Optional's mark, has another before that: whoever reads a type that is
  /// no Optional passes over one.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    let start = state.pointee.count
    try encodeUnmarked(value)
    state.pointee.markOwn(Value.self, from: start)
  }

  /// Writes one value of a container that may be nil there.
  @inline(__always)
  func encodePresent<Value: Encodable>(_ value: Value) throws {
    let start = state.pointee.count
    try encodeUnmarked(value)
    if _slowPath(state.pointee.beginsLikeOptional(start)),
      !TypePlan.of(Value.self).pointee.isOptional
    {
      state.pointee.insertMark(at: start)
    }
  }

  @inline(__always)
  private func encodeUnmarked<Value: Encodable>(_ value: Value) throws {
    if let direct = TypePlan.of(Value.self).pointee.direct {
      try encodeDirectly(value, as: direct)
    } else {
      try encodeThroughCodable(value)
    }
  }

  func encodeThroughCodable<Value: Encodable>(_ value: Value) throws {
    let base = state.pointee.frameCount
    let depth = state.pointee.depth
    let floor = state.pointee.floor
    let start = state.pointee.count
    state.pointee.floor = start
    do {
      let identifier = try state.pointee.push(.slot)
      try value.encode(to: ValueEncoder(session: self, identifier: identifier))
      try state.pointee.pop(to: base, identifier: identifier)
      if _slowPath(state.pointee.failure != nil), let failure = state.pointee.failure {
        throw failure
      }
      state.pointee.floor = floor
      TypePlan.of(Value.self).pointee.traffic?.add(state.pointee.count - start)
    } catch {
      state.pointee.floor = floor
      undo(to: start, frameCount: base, depth: depth)
      throw error
    }
  }

  func encodeDirectly<Value>(
    _ value: borrowing Value, as direct: any WireCodable.Type
  ) throws(WireError) {
    let base = state.pointee.frameCount
    let depth = state.pointee.depth
    let start = state.pointee.count
    do {
      try write(value, as: direct)
    } catch {
      undo(to: start, frameCount: base, depth: depth)
      throw error
    }
  }

  @inline(__always)
  private func write<Value, Direct: WireCodable>(
    _ value: borrowing Value, as _: Direct.Type
  ) throws(WireError) {
    var writer = WireWriter(lentBy: self)
    try withUnsafePointer(to: value) { pointer throws(WireError) in
      // The table found `Direct` as the type of `Value` itself.
      try UnsafeRawPointer(pointer).assumingMemoryBound(to: Direct.self).pointee
        .encode(into: &writer)
    }
  }

  /// Takes back what a failing value wrote, after noting where it was.
  func undo(to start: Int, frameCount: Int, depth: Int) {
    notePlace(start)
    state.pointee.restore(count: start, frameCount: frameCount, depth: depth)
    state.pointee.failedCount = start
  }

  // An error that comes out of an inner value finds the bytes just as that value's undoing left
  // them.
  private func notePlace(_ start: Int) {
    guard state.pointee.failedCount != state.pointee.count else { return }
    state.pointee.failedPath = WireBytes(state.pointee.bytes)
      .pathText(from: state.pointee.root, to: state.pointee.count, levelsAtMost: .max)
  }
}
