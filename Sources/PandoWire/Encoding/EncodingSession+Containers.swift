extension EncodingSession {
  /// Readies a container for one more element; true when the element must then be moved into it.
  @inline(__always)
  func begin(_ identifier: Int) throws(WireError) -> Bool {
    if _fastPath(state.pointee.topIdentifier == identifier) { return false }
    return try surface(identifier)
  }

  @inline(never)
  private func surface(_ identifier: Int) throws(WireError) -> Bool {
    guard state.pointee.isCurrent(identifier) else {
      throw WireError(.misuse("a container was written to after its value was complete"))
    }
    return try state.pointee.surface(identifier)
  }

  /// Adds what `body` writes to a container; nothing of it stays when it throws.
  @inline(__always)
  func add<Result>(to identifier: Int, _ body: () throws -> Result) throws -> Result {
    let moves = try begin(identifier)
    let start = state.pointee.count
    let result: Result
    do {
      result = try body()
    } catch {
      undo(to: start, frameCount: state.pointee.frameCount, depth: state.pointee.depth)
      throw error
    }
    if _slowPath(moves) { state.pointee.moveTail(into: identifier, from: start) }
    return result
  }

  /// Opens a container inside another, behind `key` where it is keyed, and returns its identifier.
  ///
  /// Cannot throw, as `Codable` has it: the error then comes with the whole value.
  func nest(_ kind: EncodingFrame.Kind, key: String?, in identifier: Int) -> Int {
    do throws(WireError) {
      let moves = try begin(identifier)
      let start = state.pointee.count
      if let key { state.pointee.writeKey(key) }
      guard moves else { return try state.pointee.push(kind) }
      return nestInside(kind, identifier, from: start)
    } catch {
      return fail(error, identifier)
    }
  }

  /// Nests in a container that other bytes follow.
  private func nestInside(_ kind: EncodingFrame.Kind, _ identifier: Int, from start: Int) -> Int {
    let nested = state.pointee.nextIdentifier
    state.pointee.nextIdentifier += 1
    state.pointee.append(kind == .list ? WireTag.list : WireTag.map)
    state.pointee.closed.append(
      ClosedContainer(identifier: nested, kind: kind, end: state.pointee.count))
    state.pointee.append(WireTag.end)
    state.pointee.moveTail(into: identifier, from: start)
    return nested
  }

  /// Makes the value of a slot a container; the slot and the container are one.
  @inline(__always)
  func open(_ kind: EncodingFrame.Kind, slot identifier: Int) {
    if _fastPath(isOpenSlot(identifier)) {
      state.pointee.frames[state.pointee.frameCount &- 1].kind = kind
      state.pointee.append(kind == .map ? WireTag.map : WireTag.list)
    } else {
      reopen(kind, slot: identifier)
    }
  }

  /// Returns whether a slot is at the tail and has no value yet.
  @inline(__always)
  func isOpenSlot(_ identifier: Int) -> Bool {
    state.pointee.topIdentifier == identifier
      && state.pointee.frames[state.pointee.frameCount &- 1].kind == .slot
  }

  private func reopen(_ kind: EncodingFrame.Kind, slot identifier: Int) {
    do throws(WireError) {
      let moves = try begin(identifier)
      let top = state.pointee.frameCount - 1
      if !moves, state.pointee.frames[top].kind == .slot { return open(kind, slot: identifier) }
      let current = moves ? settle(kind, identifier) : state.pointee.frames[top].kind
      if current != kind {
        throw WireError(.misuse("a type asked its encoder for two kinds of container"))
      }
    } catch {
      _ = fail(error, identifier)
    }
  }

  /// Gives a closed slot, which holds an empty container, its kind.
  private func settle(
    _ kind: EncodingFrame.Kind, _ identifier: Int
  ) -> EncodingFrame.Kind? {
    guard let index = state.pointee.closed.firstIndex(where: { $0.identifier == identifier }) else {
      return nil
    }
    let entry = state.pointee.closed[index]
    guard entry.kind == .slot else { return entry.kind }
    state.pointee.closed[index].kind = kind
    if kind == .list {
      (state.pointee.base + entry.end - 1).storeBytes(of: WireTag.list, as: UInt8.self)
    }
    return kind
  }

  /// Notes an error that cannot be thrown; the identifier that it returns belongs to no container.
  private func fail(_ error: WireError, _ identifier: Int) -> Int {
    if state.pointee.isCurrent(identifier), state.pointee.failure == nil {
      state.pointee.failure = error
    }
    return -1
  }
}
