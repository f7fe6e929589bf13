// Frames are opened and closed at the tail of the bytes only.
extension WriterState {
  /// Opens a place for a value, or a container at the tail; returns its identifier.
  @inline(__always)
  mutating func push(_ kind: EncodingFrame.Kind) throws(WireError) -> Int {
    try enter()
    if _slowPath(frameCount == frameCapacity) { growFrames() }
    let identifier = nextIdentifier
    nextIdentifier &+= 1
    frames[frameCount] = EncodingFrame(identifier: identifier, kind: kind, start: count)
    frameCount &+= 1
    topIdentifier = identifier
    switch kind {
    case .map: append(WireTag.map)
    case .list: append(WireTag.list)
    case .slot, .value, .packedBytes: break
    }
    return identifier
  }

  /// Completes every value from frame `base` up.
  @inline(__always)
  mutating func pop(to base: Int, identifier: Int) throws(WireError) {
    guard frameCount > base, frames[base].identifier == identifier else {
      let error = WireError(
        .misuse("a container was written to while a value inside it was being encoded"))
      // The bytes are of no use even if a type catches this.
      failure = error
      throw error
    }
    while frameCount > base {
      frameCount &-= 1
      endBytes(of: frames[frameCount].kind)
      leave()
    }
    topIdentifier = base > 0 ? frames[base &- 1].identifier : 0
    if _slowPath(!closed.isEmpty) { closed.removeAll { $0.identifier >= identifier } }
  }

  @inline(__always)
  private mutating func endBytes(of kind: EncodingFrame.Kind) {
    switch kind {
    case .map, .list: append(WireTag.end)
    case .slot:
      // A type that encodes nothing, or an encoder for a superclass that nobody used.
      append(WireTag.map)
      append(WireTag.end)
    case .value, .packedBytes: break
    }
  }

  /// Brings the bytes and frames back to how they were before a value that failed.
  mutating func restore(count: Int, frameCount: Int, depth: Int) {
    self.count = count
    self.depth = depth
    self.frameCount = frameCount
    topIdentifier = frameCount > 0 ? frames[frameCount - 1].identifier : 0
    closed.removeAll { $0.end >= count }
  }

  func frameIndex(of identifier: Int) -> Int? {
    var index = frameCount - 1
    while index >= 0 {
      if frames[index].identifier == identifier { return index }
      index -= 1
    }
    return nil
  }
}
