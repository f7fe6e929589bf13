// `Codable` asks for every scalar by itself; one function serves for all integers but those of 128 bits, as the
// standard library has functions of its own for these, which would be taken instead.
extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try scalar { $0.append(WireTag.null) } }

  func encode<Value: Encodable>(_ value: Value) throws {
    try session.fill(slot: identifier) { try session.encode(value) }
  }

  func encode(_ value: Bool) throws { try scalar { $0.write(value) } }
  func encode(_ value: String) throws { try scalar { $0.write(value) } }
  func encode(_ value: Double) throws { try scalar { $0.write(value) } }
  func encode(_ value: Float) throws { try scalar { $0.write(value) } }
  func encode(_ value: some WireInteger) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int128) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt128) throws { try scalar { $0.write(value) } }

  @inline(__always)
  private func scalar(_ write: (inout WriterState) -> Void) throws {
    try session.fill(slot: identifier) { write(&session.state.pointee) }
  }
}
