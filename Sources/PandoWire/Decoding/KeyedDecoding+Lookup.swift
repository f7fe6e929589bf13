extension KeyedDecoding {
  @inline(__always)
  func scalar<Value>(
    _ key: Key, _ read: (WireBytes, inout Int) throws(WireError) -> Value
  ) throws -> Value {
    let name = key.stringValue
    return try session.reading(Value.self) { () throws(WireError) in
      guard case .found(var offset) = try session.state.pointee.find(name, in: frame) else {
        throw missing(name)
      }
      let value = try read(session.state.pointee.bytes, &offset)
      session.state.pointee.advance(frame, to: offset)
      return value
    }
  }

  @inline(__always)
  func scalarIfPresent<Value>(
    _ key: Key, _ read: (WireBytes, inout Int) throws(WireError) -> Value
  ) throws -> Value? {
    guard var offset = try offsetIfPresent(of: key) else { return nil }
    return try session.reading(Value.self) { () throws(WireError) in
      let bytes = session.state.pointee.bytes
      if bytes[offset] == WireTag.null {
        session.state.pointee.advance(frame, to: offset &+ 1)
        return nil
      }
      let value = try read(bytes, &offset)
      session.state.pointee.advance(frame, to: offset)
      return value
    }
  }

  @inline(__always)
  func offset(of key: Key) throws -> Int {
    try offset(named: key.stringValue)
  }

  func offset(named name: String) throws -> Int {
    try session.reading(Any.self) { () throws(WireError) in
      guard case let .found(offset) = try session.state.pointee.find(name, in: frame) else {
        throw missing(name)
      }
      return offset
    }
  }

  /// As `offset(of:)`; what `encodeIfPresent` left out may be decoded as an Optional.
  @inline(__always)
  func offset(of key: Key, acceptsAbsent type: Any.Type) throws -> Int {
    let name = key.stringValue
    return try session.reading(type) { () throws(WireError) in
      switch try session.state.pointee.find(name, in: frame) {
      case let .found(offset): return offset
      case let .absent(offset) where TypePlan.of(type).pointee.isOptional: return offset
      case .absent, .missing: throw missing(name)
      }
    }
  }

  @inline(__always)
  func offsetIfPresent(of key: Key) throws -> Int? {
    let name = key.stringValue
    return try session.reading(Any.self) { () throws(WireError) in
      switch try session.state.pointee.find(name, in: frame) {
      case let .found(offset): return offset
      case let .absent(offset):
        session.state.pointee.advance(frame, to: offset &+ 1)
        return nil
      case .missing: return nil
      }
    }
  }

  private func missing(_ name: String) -> WireError {
    WireError(.missingKey(name), offset: Int(frame.start))
  }
}

extension DecodingState {
  /// The name of the key, when there is one and no more.
  func onlyKey(
    in container: FrameReference
  ) throws(WireError) -> UnsafeRawBufferPointer? {
    let index = try index(of: container)
    var offset = Int(container.start) + 1
    guard let name = try bytes.key(&offset), try bytes.tag(offset) != WireTag.absent else {
      return nil
    }
    offset = try endOfValue(offset, above: index)
    return try bytes.tag(offset) == WireTag.end ? name : nil
  }

  /// Every key that has a value, in the order of the bytes.
  func forEachKey(
    in container: FrameReference, _ body: (String) -> Void
  ) throws(WireError) {
    let index = try index(of: container)
    var offset = Int(container.start) + 1
    while true {
      let start = offset
      guard let key = try bytes.key(&offset) else { return }
      let length = key.count
      let value = offset
      offset = try endOfValue(value, above: index)
      if bytes[value] == WireTag.absent { continue }
      var textStart = value - length
      guard textStart > start, let name = try? bytes.text(&textStart, count: length) else {
        throw WireError(.invalidUTF8, offset: start)
      }
      body(name)
    }
  }
}

extension DecodingSession {
  /// Begins to read a value inside a container as a container of its own.
  func nest(at offset: Int, in container: FrameReference) throws -> FrameReference {
    try reading(Any.self) { () throws(WireError) in
      try state.pointee.push(offset, depth: container.depth &+ 1)
    }
  }
}
