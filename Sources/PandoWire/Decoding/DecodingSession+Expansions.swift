// A packed array is read as a list when a type asks for its elements one by one: the elements are
// written out as such a list, and a session of its own reads that.
extension DecodingSession {
  func unpack(_ reference: FrameReference) throws -> any UnkeyedDecodingContainer {
    try reading([Any].self) { () throws(WireError) in
      var offset = Int(reference.start)
      let expansion = try state.pointee.bytes(for: reference).expandPacked(&offset)
      if let frame = state.pointee.frame(reference) {
        frame.pointee.kind = .done
        frame.pointee.boundary = offset
      }
      let inner = expand(expansion, from: Int(reference.start))
      let frame = try inner.state.pointee.push(
        0, depth: reference.depth, kind: .list, boundary: 1)
      return UnkeyedDecoding(session: inner, frame: frame)
    }
  }

  private func expand(_ list: [UInt8], from offset: Int) -> DecodingSession {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: list.count, alignment: 1)
    memory.copyBytes(from: list)
    let inner = DecodingSession(
      bytes: WireBytes(UnsafeRawBufferPointer(memory)), limits: state.pointee.limits)
    inner.state.pointee.memoryLeft = state.pointee.memoryLeft
    inner.state.pointee.expandedFrom = state.pointee.outerOffset(offset)
    state.pointee.expansions.append(Expansion(session: inner, memory: memory))
    state.pointee.expansionCount += 1
    return inner
  }

  /// Ends the expansions that were made since there were `count`.
  @inline(never)
  func endExpansions(above count: Int) {
    while state.pointee.expansionCount > count, let last = state.pointee.expansions.popLast() {
      state.pointee.expansionCount -= 1
      last.session.state.pointee.expandedFrom = -1
      state.pointee.memoryLeft = min(
        state.pointee.memoryLeft, last.session.state.pointee.memoryLeft)
      last.session.recycle()
      last.memory.deallocate()
    }
  }
}

extension DecodingState {
  /// An offset as one in the bytes of the peer: what is inside an expanded array is where that
  /// array is.
  func outerOffset(_ offset: Int) -> Int { expandedFrom < 0 ? offset : expandedFrom }
}
