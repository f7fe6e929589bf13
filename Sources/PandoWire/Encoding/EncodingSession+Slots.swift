extension EncodingSession {
  /// Gives a slot the one value that `body` writes; it stays empty when that throws.
  @inline(__always)
  func fill(slot identifier: Int, _ body: () throws -> Void) throws {
    guard _fastPath(isOpenSlot(identifier)) else { return try refill(slot: identifier, body) }
    let top = state.pointee.frameCount &- 1
    state.pointee.frames[top].kind = .value
    do {
      try body()
    } catch {
      state.pointee.frames[top].kind = .slot
      throw error
    }
  }

  @inline(never)
  private func refill(slot identifier: Int, _ body: () throws -> Void) throws {
    guard try begin(identifier) else {
      guard state.pointee.frames[state.pointee.frameCount - 1].kind == .slot else {
        throw twoValues
      }
      return try fill(slot: identifier, body)
    }
    guard isEmptySlot(identifier) else { throw twoValues }
    let start = state.pointee.count
    do {
      try body()
    } catch {
      undo(to: start, frameCount: state.pointee.frameCount, depth: state.pointee.depth)
      throw error
    }
    guard
      let index = state.pointee.closed.firstIndex(where: { $0.identifier == identifier })
    else { return }
    state.pointee.removePlaceholder(index)
    state.pointee.rotate(to: state.pointee.closed[index].end, from: start - 2)
  }

  private func isEmptySlot(_ identifier: Int) -> Bool {
    state.pointee.closed.contains { $0.identifier == identifier && $0.kind == .slot }
  }

  private var twoValues: WireError {
    WireError(.misuse("a type encoded two values where there is room for one"))
  }

  /// Writes bytes as one run, if the container is new and holds nothing yet.
  func pack(_ bytes: UnsafeRawBufferPointer, into identifier: Int) -> Bool {
    guard state.pointee.topIdentifier == identifier else { return false }
    let top = state.pointee.frameCount - 1
    guard
      state.pointee.frames[top].kind == .list,
      state.pointee.frames[top].start == state.pointee.count - 1
    else { return false }
    state.pointee.count -= 1
    state.pointee.writePacked(.uint8, count: bytes.count, bytes)
    state.pointee.frames[top].kind = .packedBytes
    // Belongs to no container: what is added next takes the slow path, which unpacks first.
    state.pointee.topIdentifier = -2
    return true
  }

  /// Where in the outermost value a container is.
  func codingPath(of identifier: Int) -> [any CodingKey] {
    guard state.pointee.isCurrent(identifier) else { return [] }
    let place: Int
    if let index = state.pointee.frameIndex(of: identifier) {
      place = state.pointee.frames[index].start
    } else if let entry = state.pointee.closed.first(where: { $0.identifier == identifier }) {
      place = entry.end
    } else {
      return []
    }
    // As many levels as the program itself nests.
    return WireBytes(state.pointee.bytes)
      .path(from: state.pointee.root, to: place, levelsAtMost: .max)
  }
}

extension WriterState {
  /// Writes an array of numbers as one run.
  @usableFromInline
  mutating func writePacked(_ kind: PackedKind, count: Int, _ elements: UnsafeRawBufferPointer) {
    append(WireTag.packed)
    append(kind.rawValue)
    appendVarint(UInt64(count))
    if let start = elements.baseAddress { append(start, count: elements.count) }
  }
}
