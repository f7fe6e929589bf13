// `Codable` asks for every scalar by itself.
extension UnkeyedEncoding {
  mutating func encode(_ value: Bool) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: String) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Double) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Float) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Int) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Int8) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Int16) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Int32) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Int64) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: UInt) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: UInt8) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: UInt16) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: UInt32) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: UInt64) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: Int128) throws { try scalar { $0.write(value) } }
  mutating func encode(_ value: UInt128) throws { try scalar { $0.write(value) } }
}
