// `Codable` asks for every scalar by itself.
extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try scalar { $0.append(WireTag.null) } }

  func encode<Value: Encodable>(_ value: Value) throws {
    try session.fill(slot: identifier) { try session.encode(value) }
  }

  func encode(_ value: Bool) throws { try scalar { $0.write(value) } }
  func encode(_ value: String) throws { try scalar { $0.write(value) } }
  func encode(_ value: Double) throws { try scalar { $0.write(value) } }
  func encode(_ value: Float) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int8) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int16) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int32) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int64) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt8) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt16) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt32) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt64) throws { try scalar { $0.write(value) } }
  func encode(_ value: Int128) throws { try scalar { $0.write(value) } }
  func encode(_ value: UInt128) throws { try scalar { $0.write(value) } }

  @inline(__always)
  private func scalar(_ write: (inout WriterState) -> Void) throws {
    try session.fill(slot: identifier) { write(&session.state.pointee) }
  }
}
