/// Decodes what ``WireEncoder`` encoded; any other bytes give an error.
package enum WireDecoder {
  /// The value that the bytes are, all of them.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: UnsafeRawBufferPointer,
    limits: WireLimits = .standard
  ) throws(WireError) -> Value {
    var reader = WireReader(bytes, limits: limits)
    let value = try reader.decodeGeneric(type)
    try reader.expectEnd()
    return value
  }

  /// The value that the bytes are, all of them.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], limits: WireLimits = .standard
  ) throws(WireError) -> Value {
    try decode(type, at: bytes, count: bytes.count, limits: limits)
  }

  // The array lends its bytes as an argument: a closure takes as long as decoding a small value.
  @inline(__always)
  private static func decode<Value: Decodable>(
    _ type: Value.Type, at start: UnsafeRawPointer, count: Int, limits: WireLimits
  ) throws(WireError) -> Value {
    try decode(type, from: UnsafeRawBufferPointer(start: start, count: count), limits: limits)
  }

  /// The value that the bytes are, all of them.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: ArraySlice<UInt8>,
    limits: WireLimits = .standard
  ) throws(WireError) -> Value {
    try bytes.withUnsafeBufferPointer { buffer throws(WireError) in
      try decode(type, from: UnsafeRawBufferPointer(buffer), limits: limits)
    }
  }

  /// The next value of a reader; one reader for many values saves the allocations of new ones.
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from reader: inout WireReader
  ) throws(WireError) -> Value {
    try reader.decodeGeneric(type)
  }
}
