extension WireReader {
  /// Reads one value of any type. A reader that threw is at no certain place.
  public mutating func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value {
    try decodeGeneric(type)
  }

  @usableFromInline
  mutating func decodeGeneric<Value: Decodable>(_ type: Value.Type) throws(WireError) -> Value {
    if depth == 0 { return try decodeOutermost(type) }
    try enter()
    let value = try decodeInner(type)
    depth &-= 1
    return value
  }

  private mutating func decodeOutermost<Value: Decodable>(
    _ type: Value.Type
  ) throws(WireError) -> Value {
    guard bytes.end <= limits.maximumBytes else {
      throw WireError(.tooLarge(bytes: bytes.end, limit: limits.maximumBytes), offset: offset)
    }
    beginRoot()
    depth = 1
    defer { depth = 0 }
    do throws(WireError) {
      return try decodeInner(type)
    } catch {
      guard let place = error.offset else { throw error }
      throw error.located(
        path: bytes.pathText(from: root, to: place, levelsAtMost: limits.maximumDepth))
    }
  }

  /// Reads one value, as part of another that counts as the level.
  mutating func decodeInner<Value: Decodable>(_ type: Value.Type) throws(WireError) -> Value {
    if let direct = TypePlan.of(type).pointee.direct {
      return try decodeDirectly(type, as: direct)
    }
    return try decodeThroughCodable(type)
  }

  @inline(__always)
  private mutating func decodeDirectly<Value, Direct: WireCodable>(
    _: Value.Type, as _: Direct.Type
  ) throws(WireError) -> Value {
    // The table found `Direct` as the type of `Value` itself.
    unsafeBitCast(try Direct(reading: &self), to: Value.self)
  }

  private mutating func decodeThroughCodable<Value: Decodable>(
    _ type: Value.Type
  ) throws(WireError) -> Value {
    let session = session()
    session.state.pointee.memoryLeft = memoryLeft
    do {
      let value = try session.decodeThroughCodable(type, at: offset, depth: UInt32(depth))
      offset = session.state.pointee.position
      memoryLeft = session.state.pointee.memoryLeft
      return value
    } catch {
      throw session.wireError(error)
    }
  }

  /// Reads elements up to the end of the list that was begun, and the end.
  mutating func decodeElements<Element: Decodable>(
    _ type: Element.Type, _ body: (Element) -> Void
  ) throws(WireError) {
    if let direct = TypePlan.of(type).pointee.direct {
      while try !isAtListEnd() {
        let start = offset
        body(try decodeDirectly(type, as: direct))
        try charge(MemoryLayout<Element>.stride, since: start)
      }
    } else {
      let session = session()
      session.state.pointee.memoryLeft = memoryLeft
      do {
        while try !isAtListEnd() {
          let start = offset
          body(try session.decodeThroughCodable(type, at: start, depth: UInt32(depth)))
          offset = session.state.pointee.position
          try session.state.pointee.charge(
            MemoryLayout<Element>.stride, bytes: offset &- start, at: start)
        }
        memoryLeft = session.state.pointee.memoryLeft
      } catch {
        throw session.wireError(error)
      }
    }
    try endList()
  }

  @inlinable @inline(__always)
  mutating func enter() throws(WireError) {
    guard depth <= limits.maximumDepth else { throw tooDeep }
    depth &+= 1
  }

  @usableFromInline
  var tooDeep: WireError {
    WireError(.tooDeep(limit: limits.maximumDepth), offset: offset)
  }

  /// Begins to read a list.
  @inlinable @inline(__always)
  public mutating func beginList() throws(WireError) {
    try begin(WireTag.list, "a list")
  }

  @inlinable @inline(__always)
  mutating func begin(_ tag: UInt8, _ expected: StaticString) throws(WireError) {
    guard try bytes.tag(offset) == tag else { throw mismatch(expected) }
    if _slowPath(depth == 0) { beginRoot() }
    try enter()
    offset &+= 1
  }

  @usableFromInline
  func mismatch(_ expected: StaticString) -> WireError {
    bytes.mismatch(offset, expected: expected.description)
  }

  /// Returns whether the list that was begun last has no more values.
  @inlinable
  public func isAtListEnd() throws(WireError) -> Bool {
    try bytes.tag(offset) == WireTag.end
  }

  /// Ends the list that was begun last, every value of which must have been read.
  @inlinable @inline(__always)
  public mutating func endList() throws(WireError) {
    guard try bytes.tag(offset) == WireTag.end else { throw mismatch("the end of a list") }
    offset &+= 1
    depth &-= 1
  }

  /// Reads a nil if one is next, and says whether it was.
  ///
  /// What was written as an Optional is to be read as one: a value that is there may have a mark before it.
  @inlinable
  public mutating func decodeNil() throws(WireError) -> Bool {
    guard try bytes.tag(offset) == WireTag.null else { return false }
    offset &+= 1
    return true
  }

  /// Moves behind one value, whatever it is.
  public mutating func skip() throws(WireError) {
    try bytes.skip(&offset)
  }
}
