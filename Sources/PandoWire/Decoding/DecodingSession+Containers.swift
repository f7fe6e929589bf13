extension DecodingSession {
  /// Takes the value of a frame as a container; a frame that is gone is begun again.
  @inline(__always)
  func open(
    _ kind: DecodingFrame.Kind, _ tag: UInt8, _ expected: String, _ reference: FrameReference
  ) throws -> FrameReference {
    let start = Int(reference.start)
    let bytes = state.pointee.bytes(for: reference)
    guard start < bytes.end, bytes[start] == tag else {
      throw failure(bytes.mismatch(start, expected: expected), for: Any.self)
    }
    guard let frame = state.pointee.frame(reference) else {
      return try reading(Any.self) { () throws(WireError) in
        try state.pointee.push(start, depth: reference.depth, kind: kind, boundary: start &+ 1)
      }
    }
    // A second container over the same value goes on where the first one is.
    if frame.pointee.kind != kind {
      frame.pointee.kind = kind
      frame.pointee.boundary = start &+ 1
    }
    return reference
  }

  func unkeyed(_ reference: FrameReference) throws -> any UnkeyedDecodingContainer {
    let start = Int(reference.start)
    let bytes = state.pointee.bytes(for: reference)
    if start < bytes.end, bytes[start] == WireTag.packed {
      return try unpack(reference)
    }
    return UnkeyedDecoding(
      session: self, frame: try open(.list, WireTag.list, "a list", reference))
  }

  func failure(_ error: WireError, for type: Any.Type) -> DecodingError {
    state.pointee.outer(error).decodingError(for: type)
  }

  /// Runs a read that fails with this module's error, as one that fails with the error that types
  /// know.
  @inline(__always)
  func reading<Result>(
    _ type: Any.Type, _ body: () throws(WireError) -> Result
  ) throws -> Result {
    do throws(WireError) {
      return try body()
    } catch {
      throw failure(error, for: type)
    }
  }

  func codingPath(of reference: FrameReference) -> [any CodingKey] {
    state.pointee.bytes(for: reference)
      .path(
        from: state.pointee.root, to: Int(reference.start),
        levelsAtMost: state.pointee.limits.maximumDepth)
  }
}
