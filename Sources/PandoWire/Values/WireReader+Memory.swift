// An element of one byte may be a struct of any size, so what a peer's bytes take in memory has a limit of its own.
extension WireReader {
  /// Counts the memory of an element that was read from an offset on.
  @inlinable @inline(__always)
  mutating func charge(_ stride: Int, since start: Int) throws(WireError) {
    memoryLeft &-= max(0, stride &- (offset &- start))
    if _slowPath(memoryLeft < 0) { throw tooMuchMemory(at: start) }
  }

  /// Reads what an optional would be, and counts the memory of the value: its holder keeps it elsewhere.
  package mutating func decodeBoxed<Value: Codable>(
    _ type: Value.Type
  ) throws(WireError) -> Value? {
    let start = offset
    let value = try Value?(reading: &self)
    if value != nil { try charge(MemoryLayout<Value>.stride &+ Self.boxHeaderBytes, since: start) }
    return value
  }

  /// Ends the list of a case that keeps its values in a box, as an `indirect` case does, and counts the memory of
  /// the box.
  ///
  /// `@WireCoded` calls it in the place of ``endList()``.
  ///
  /// - Parameters:
  ///   - value: The enum that was read.
  ///   - start: Where the enum begins.
  public mutating func endIndirectCase<Value>(
    of value: Value, since start: Int
  ) throws(WireError) {
    try endList()
    guard let boxes = TypePlan.of(Value.self).pointee.boxes else { return }
    try charge(boxes.boxBytes(of: value), since: start)
  }

  private static var boxHeaderBytes: Int { BoxedCases.headerBytes }

  @usableFromInline @inline(never)
  func tooMuchMemory(at start: Int) -> WireError {
    .tooMuchMemory(left: memoryLeft, limits, at: start)
  }
}

extension DecodingState {
  /// Counts the memory of an element of so many bytes, which begins at an offset.
  @inline(__always)
  mutating func charge(_ stride: Int, bytes: Int, at start: Int) throws(WireError) {
    memoryLeft &-= max(0, stride &- bytes)
    if _slowPath(memoryLeft < 0) { throw .tooMuchMemory(left: memoryLeft, limits, at: start) }
  }
}

extension DecodingSession {
  /// Counts the memory of the box in which a value that was decoded last keeps what it holds, if it is an enum that
  /// does so.
  @inline(__always)
  func chargeBox<Value>(of value: Value, at start: Int) throws {
    // Of most types the runtime's record tells that there is none.
    guard TypeMetadata(Value.self).kind == .enum,
      let boxes = TypePlan.of(Value.self).pointee.boxes
    else { return }
    let box = boxes.boxBytes(of: value)
    let bytes = state.pointee.position &- start
    try reading(Value.self) { () throws(WireError) in
      try state.pointee.charge(box, bytes: bytes, at: start)
    }
  }
}

extension WireError {
  fileprivate static func tooMuchMemory(
    left: Int, _ limits: WireLimits, at start: Int
  ) -> WireError {
    WireError(
      .tooLarge(bytes: limits.memoryBytes - left, limit: limits.memoryBytes), offset: start)
  }
}
