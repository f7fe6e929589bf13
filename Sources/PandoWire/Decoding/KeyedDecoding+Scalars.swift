// `Codable` asks for every scalar by itself; one function serves for all integers but those of 128 bits, as the
// standard library has functions of its own for these, which would be taken instead.
extension KeyedDecoding {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.bool(&offset) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.string(&offset) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.double(&offset) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.float(&offset) }
  }
  func decode<Number: WireInteger>(_ type: Number.Type, forKey key: Key) throws -> Number {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try scalar(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.bool(&offset) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.string(&offset) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.double(&offset) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.float(&offset) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try scalarIfPresent(key) { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
}
