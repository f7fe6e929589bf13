// `Codable` asks for every scalar by itself; one function serves for all integers but those of 128 bits, as the
// standard library has functions of its own for these, which would be taken instead.
extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    let bytes = session.state.pointee.bytes(for: frame)
    let start = Int(frame.start)
    guard start < bytes.end, bytes[start] == WireTag.null else { return false }
    finish(start &+ 1)
    return true
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try session.reading(type) { () throws(WireError) in
      try session.state.pointee.expectCurrent(frame)
    }
    let value = try session.decode(type, at: Int(frame.start), depth: frame.depth &+ 1)
    finish(session.state.pointee.position)
    return value
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    try scalar { bytes, offset throws(WireError) in try bytes.bool(&offset) }
  }
  func decode(_ type: String.Type) throws -> String {
    try scalar { bytes, offset throws(WireError) in try bytes.string(&offset) }
  }
  func decode(_ type: Double.Type) throws -> Double {
    try scalar { bytes, offset throws(WireError) in try bytes.double(&offset) }
  }
  func decode(_ type: Float.Type) throws -> Float {
    try scalar { bytes, offset throws(WireError) in try bytes.float(&offset) }
  }
  func decode<Number: WireInteger>(_ type: Number.Type) throws -> Number {
    try scalar { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decode(_ type: Int128.Type) throws -> Int128 {
    try scalar { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try scalar { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }

  @inline(__always)
  private func scalar<Value>(
    _ read: (WireBytes, inout Int) throws(WireError) -> Value
  ) throws -> Value {
    try session.reading(Value.self) { () throws(WireError) in
      var offset = Int(frame.start)
      let value = try read(session.state.pointee.bytes(for: frame), &offset)
      finish(offset)
      return value
    }
  }

  @inline(__always)
  private func finish(_ end: Int) {
    guard let frame = session.state.pointee.frame(frame) else { return }
    frame.pointee.kind = .done
    frame.pointee.boundary = end
  }
}
