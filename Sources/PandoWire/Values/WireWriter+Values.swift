extension WireWriter {
  /// Writes one value of any type; nothing is written when it throws.
  public mutating func encode<Value: Encodable>(_ value: Value) throws(WireError) {
    if state.pointee.depth == 0 { return try encodeOutermost(value) }
    try state.pointee.enter()
    defer { state.pointee.leave() }
    try encodeInner(value)
  }

  @usableFromInline
  mutating func encodeOutermost<Value: Encodable>(_ value: Value) throws(WireError) {
    let start = state.pointee.count
    state.pointee.beginRoot()
    state.pointee.depth = 1
    do throws(WireError) {
      try encodeInner(value)
      state.pointee.depth = 0
      if _slowPath(state.pointee.count - start > state.pointee.maximumBytes) {
        throw WireError(
          .tooLarge(bytes: state.pointee.count - start, limit: state.pointee.maximumBytes))
      }
    } catch {
      let cause = state.pointee.failure ?? error
      state.pointee.restore(count: start, frameCount: 0, depth: 0)
      throw cause
    }
  }

  /// Begins a value that is a list of what is written up to ``endList()``.
  @inlinable @inline(__always)
  public mutating func beginList() throws(WireError) {
    if _slowPath(state.pointee.depth == 0) { state.pointee.beginRoot() }
    try state.pointee.enter()
    state.pointee.append(WireTag.list)
  }

  /// Ends the list that was begun last.
  @inlinable @inline(__always)
  public mutating func endList() {
    state.pointee.append(WireTag.end)
    state.pointee.leave()
  }

  /// Writes one value, a nil.
  @inlinable
  public mutating func encodeNil() {
    state.pointee.append(WireTag.null)
  }
}

extension WriterState {
  @usableFromInline
  mutating func beginRoot() {
    endIdentifiers()
    root = count
    floor = count
    if failure != nil { failure = nil }
    failedCount = -1
    if failedPath != nil { failedPath = nil }
  }
}

extension EncodingSession {
  /// Whatever a type threw, as an error that says where.
  func wireError(_ error: any Error) -> WireError {
    let path = state.pointee.failedPath
    if let error = error as? WireError { return error.located(path: path) }
    guard case let EncodingError.invalidValue(_, context)? = error as? EncodingError else {
      return WireError(.rejected(String(describing: error)), path: path)
    }
    return WireError(.rejected(context.debugDescription), path: path)
  }
}
