// `Codable` asks for every scalar by itself; one function serves for all integers but those of 128 bits, as the
// standard library has functions of its own for these, which would be taken instead.
extension KeyedEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }
  mutating func encode(_ value: some WireInteger, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try scalar(key) { $0.write(value) }
  }

  // A nil is written too, so that decoding in the same order never has to search for it.
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try absent(key) }
  }
}
