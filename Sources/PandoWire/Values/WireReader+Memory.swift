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

  /// The memory that an array, or any other object, takes beside its contents.
  private static var boxHeaderBytes: Int { 32 }

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

extension WireError {
  fileprivate static func tooMuchMemory(
    left: Int, _ limits: WireLimits, at start: Int
  ) -> WireError {
    WireError(
      .tooLarge(bytes: limits.memoryBytes - left, limit: limits.memoryBytes), offset: start)
  }
}
