// `Codable` asks for every scalar by itself; one function serves for all integers but those of 128 bits, as the
// standard library has functions of its own for these, which would be taken instead.
extension UnkeyedDecoding {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try scalar { bytes, offset throws(WireError) in try bytes.bool(&offset) }
  }
  mutating func decode(_ type: String.Type) throws -> String {
    try scalar { bytes, offset throws(WireError) in try bytes.string(&offset) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try scalar { bytes, offset throws(WireError) in try bytes.double(&offset) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try scalar { bytes, offset throws(WireError) in try bytes.float(&offset) }
  }
  mutating func decode<Number: WireInteger>(_ type: Number.Type) throws -> Number {
    try scalar { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try scalar { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try scalar { bytes, offset throws(WireError) in try bytes.integer(&offset) }
  }
}
