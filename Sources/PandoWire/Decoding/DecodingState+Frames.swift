extension DecodingState {
  /// Begins to decode the value at an offset.
  @inline(__always)
  mutating func push(
    _ start: Int, depth: UInt32, kind: DecodingFrame.Kind = .untouched, boundary: Int = 0
  ) throws(WireError) -> FrameReference {
    guard depth <= limits.maximumDepth else {
      throw WireError(.tooDeep(limit: limits.maximumDepth), offset: start)
    }
    guard start <= Int(UInt32.max) else {
      throw WireError(.tooLarge(bytes: bytes.end, limit: Int(UInt32.max)), offset: start)
    }
    if _slowPath(frameCount == frameCapacity) { growFrames() }
    let serial = nextSerial
    nextSerial &+= 1
    frames[frameCount] = DecodingFrame(
      start: start, boundary: boundary, serial: serial, depth: depth, kind: kind)
    frameCount &+= 1
    return FrameReference(
      start: UInt32(truncatingIfNeeded: start), depth: depth,
      index: UInt32(truncatingIfNeeded: frameCount &- 1), serial: serial)
  }

  /// The frame of a container, or nil when it outlived it.
  @inline(__always)
  func frame(_ reference: FrameReference) -> UnsafeMutablePointer<DecodingFrame>? {
    let index = Int(reference.index)
    guard index < frameCount, frames[index].serial == reference.serial else { return nil }
    return frames + index
  }

  /// The index of a container's frame; that of the next frame when the container outlived its own.
  @inline(__always)
  func index(of reference: FrameReference) throws(WireError) -> Int {
    try expectCurrent(reference)
    return frame(reference) != nil ? Int(reference.index) : frameCount
  }

  /// The end of the value of a frame; what nobody read is skipped.
  @inline(__always)
  func end(of index: Int) throws(WireError) -> Int {
    let frame = frames[index]
    if frame.kind == .done { return frame.boundary }
    if frame.kind != .untouched, frame.boundary < bytes.end, bytes[frame.boundary] == WireTag.end {
      return frame.boundary &+ 1
    }
    return try unreadEnd(of: index)
  }

  @inline(never)
  private func unreadEnd(of index: Int) throws(WireError) -> Int {
    var offset = frames[index].boundary
    switch frames[index].kind {
    case .done: break
    case .untouched:
      offset = frames[index].start
      try bytes.skip(&offset)
    case .map:
      while try bytes.key(&offset) != nil { offset = try endOfValue(offset, above: index) }
      offset += 1
    case .list:
      while try bytes.tag(offset) != WireTag.end { offset = try endOfValue(offset, above: index) }
      offset += 1
    }
    return offset
  }

  /// The end of a value in the container of a frame; a nested container may have read to its end
  /// already.
  func endOfValue(_ start: Int, above index: Int) throws(WireError) -> Int {
    if let nested = nestedFrame(at: start, above: index) { return try end(of: nested) }
    var offset = start
    try bytes.skip(&offset)
    return offset
  }

  /// The frame of a nested container, which others that were nested in it may lie above.
  @inline(__always)
  func nestedFrame(at start: Int, above index: Int) -> Int? {
    var nested = frameCount &- 1
    while nested > index, frames[nested].start > start { nested &-= 1 }
    return nested > index && frames[nested].start == start ? nested : nil
  }
}
