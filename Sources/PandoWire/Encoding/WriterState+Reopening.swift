// The slow path: a container that is not at the tail of the bytes is written to. `Codable` allows
// it; nobody should wait for it.
extension WriterState {
  /// Makes the container one that can be appended to, and says whether what is appended must be
  /// moved into it by `moveTail(into:from:)`.
  @inline(never)
  mutating func surface(_ identifier: Int) throws(WireError) -> Bool {
    if let index = frameIndex(of: identifier) {
      while frameCount > index + 1 { closeTop() }
      if frames[index].kind == .packedBytes { unpack(index) }
      topIdentifier = identifier
      return false
    }
    guard let entry = closed.first(where: { $0.identifier == identifier }) else {
      throw WireError(.misuse("a container was written to after its value was complete"))
    }
    guard entry.end >= floor else {
      throw WireError(
        .misuse("a container was written to while a value behind it was being encoded"))
    }
    return true
  }

  /// Ends the container at the tail, because its parent goes on; it may still be written to.
  private mutating func closeTop() {
    let index = frameCount - 1
    if frames[index].kind == .packedBytes { unpack(index) }
    let frame = frames[index]
    switch frame.kind {
    case .map, .list: append(WireTag.end)
    case .slot:
      append(WireTag.map)
      append(WireTag.end)
    case .value, .packedBytes: break
    }
    if frame.kind != .value {
      closed.append(ClosedContainer(identifier: frame.identifier, kind: frame.kind, end: count - 1))
    }
    frameCount = index
    leave()
  }

  /// Moves the bytes from `start` on to the end of a closed container.
  mutating func moveTail(into identifier: Int, from start: Int) {
    guard let entry = closed.first(where: { $0.identifier == identifier }) else { return }
    rotate(to: entry.end, from: start)
  }

  /// Moves the bytes from `start` on to `place`, and all positions with them.
  mutating func rotate(to place: Int, from start: Int) {
    let length = count - start
    let moved = [UInt8](copying: UnsafeRawBufferPointer(start: base + start, count: length))
    (base + place + length).copyMemory(from: base + place, byteCount: start - place)
    moved.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress {
        (base + place).copyMemory(from: address, byteCount: length)
      }
    }
    func newPlace(of old: Int) -> Int {
      if old >= start { return old - (start - place) }
      return old >= place ? old + length : old
    }
    for index in closed.indices { closed[index].end = newPlace(of: closed[index].end) }
    for index in 0..<frameCount { frames[index].start = newPlace(of: frames[index].start) }
  }

  /// Takes away the empty container that stood in for a value that nobody had written yet.
  mutating func removePlaceholder(_ index: Int) {
    let start = closed[index].end - 1
    (base + start).copyMemory(from: base + start + 2, byteCount: count - start - 2)
    count -= 2
    for other in closed.indices where closed[other].end > start { closed[other].end -= 2 }
    for frame in 0..<frameCount where frames[frame].start > start { frames[frame].start -= 2 }
    closed[index].end = start
    closed[index].kind = .value
  }

  /// Turns a packed list of bytes into a list that can be added to.
  private mutating func unpack(_ index: Int) {
    let start = frames[index].start
    let bytes = WireBytes(UnsafeRawBufferPointer(start: base, count: count))
    var offset = start + 1
    guard let header = try? bytes.packedHeader(&offset) else { return }
    let elements = [UInt8](copying: bytes.slice(offset, count: header.byteCount))
    count = start
    append(WireTag.list)
    for element in elements { writeUnsigned(UInt64(element)) }
    frames[index].kind = .list
  }
}
