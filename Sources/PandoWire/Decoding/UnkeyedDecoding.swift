/// An unkeyed container: values in the order in which they were written. A copy reads on by itself.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let session: DecodingSession
  let frame: FrameReference
  private(set) var currentIndex = 0
  private var cursor: Int
  /// True if the value at the cursor was handed out as a container, whose end is not known yet.
  private var isNested = false

  init(session: DecodingSession, frame: FrameReference) {
    self.session = session
    self.frame = frame
    cursor = Int(frame.start) &+ 1
  }

  var codingPath: [any CodingKey] { session.codingPath(of: frame) }

  var isAtEnd: Bool {
    let bytes = session.state.pointee.bytes(for: frame)
    // Bytes that end here are found out by the next decode, or by the value around.
    guard cursor < bytes.end, let next = try? isNested ? nestedEnd() : cursor, next < bytes.end
    else { return true }
    return bytes[next] == WireTag.end
  }

  /// Complexity: O(bytes), as the bytes do not say.
  var count: Int? {
    let bytes = session.state.pointee.bytes(for: frame)
    var offset = Int(frame.start) + 1
    var count = 0
    while offset < bytes.end, bytes[offset] != WireTag.end {
      guard (try? bytes.skip(&offset)) != nil else { return nil }
      count += 1
    }
    return count
  }

  private func nestedEnd() throws(WireError) -> Int {
    let index = session.state.pointee.frame(frame) == nil ? -1 : Int(frame.index)
    return try session.state.pointee.endOfValue(cursor, above: index)
  }

  /// Moves behind a nested container, whose frames are then done with.
  @inline(__always)
  private mutating func settle() throws(WireError) {
    guard _slowPath(isNested) else { return }
    let start = cursor
    cursor = try nestedEnd()
    isNested = false
    if session.state.pointee.frame(frame) != nil,
      let nested = session.state.pointee.nestedFrame(at: start, above: Int(frame.index))
    {
      session.state.pointee.frameCount = nested
    }
    noteRead()
  }

  /// The offset of the next value; throws at the end.
  @inline(__always)
  private mutating func next(_ type: Any.Type) throws(WireError) -> Int {
    try session.state.pointee.expectCurrent(frame)
    try settle()
    guard try session.state.pointee.bytes.tag(cursor) != WireTag.end else {
      throw WireError(.missingValue(expected: "one more \(type)"), offset: cursor)
    }
    return cursor
  }

  @inline(__always)
  private mutating func advance(to offset: Int) {
    cursor = offset
    currentIndex &+= 1
    noteRead()
  }

  @inline(__always)
  private func noteRead() {
    guard let frame = session.state.pointee.frame(frame), frame.pointee.kind == .list,
      frame.pointee.boundary < cursor
    else { return }
    frame.pointee.boundary = cursor
  }

  @inline(__always)
  mutating func scalar<Value>(
    _ read: (WireBytes, inout Int) throws(WireError) -> Value
  ) throws -> Value {
    try session.reading(Value.self) { () throws(WireError) in
      var offset = try next(Value.self)
      let value = try read(session.state.pointee.bytes, &offset)
      advance(to: offset)
      return value
    }
  }

  mutating func decodeNil() throws -> Bool {
    try session.reading(Any.self) { () throws(WireError) in
      let offset = try next(Any.self)
      guard session.state.pointee.bytes[offset] == WireTag.null else { return false }
      advance(to: offset &+ 1)
      return true
    }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let offset = try session.reading(type) { () throws(WireError) in try next(type) }
    let value = try session.decode(type, at: offset, depth: frame.depth &+ 1)
    let bytes = session.state.pointee.position &- offset
    // A collection that reads by a container of its own keeps what it reads in a list.
    try session.reading(type) { () throws(WireError) in
      try session.state.pointee.charge(MemoryLayout<Value>.stride, bytes: bytes, at: offset)
    }
    advance(to: session.state.pointee.position)
    return value
  }

  /// Hands out the next value; it stays the next one when that fails.
  private mutating func nest<Nested>(_ open: (FrameReference) throws -> Nested) throws -> Nested {
    let offset = try session.reading(Any.self) { () throws(WireError) in try next(Any.self) }
    let nested = try open(session.nest(at: offset, in: frame))
    isNested = true
    currentIndex += 1
    return nested
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy _: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nest { [session] nested in
      try ValueDecoder(session: session, frame: nested).container(keyedBy: NestedKey.self)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nest { [session] nested in try session.unkeyed(nested) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try nest { [session] nested in ValueDecoder(session: session, frame: nested) }
  }
}
