import PandoWire

/// The entry points for a fuzzer: every decoder of `PandoWire`, on bytes of its choice.
package enum WireFuzzing {
  /// Gives the bytes to the decoders that need no type of a user; returns whatever they hold.
  ///
  /// A trap, or bytes that decode to a value which does not survive another trip, is a fault of
  /// `PandoWire`.
  package static func fuzzOneInput(_ bytes: UnsafeRawBufferPointer) {
    decode(Int.self, from: bytes)
    decode(String.self, from: bytes)
    decode([String: [Int?]].self, from: bytes)
    decode([[Double]].self, from: bytes)
    decode(Set<String>.self, from: bytes)
    decode([Int: UInt8].self, from: bytes)
    decode(FuzzedTree.self, from: bytes)
    decode([String: FuzzedTree].self, from: bytes)
    readPrimitives(bytes)
    patch(bytes)
  }

  /// Decodes bytes as a type. What decodes must encode, and what that gives must decode to the same
  /// bytes again.
  package static func decode<Value: Codable>(_ type: Value.Type, from bytes: UnsafeRawBufferPointer)
  {
    guard let value = try? WireDecoder.decode(type, from: bytes) else { return }
    guard let once = try? WireEncoder.encode(value) else { return }
    guard let again = try? WireDecoder.decode(type, from: once) else {
      preconditionFailure("\(type) was encoded as bytes that do not decode")
    }
    let twice = try? WireEncoder.encode(again)
    precondition(twice == once, "\(type) was encoded in two ways")
  }

  private static func readPrimitives(_ bytes: UnsafeRawBufferPointer) {
    var reader = WireReader(bytes)
    while !reader.isAtEnd {
      let start = reader.position
      _ = try? reader.readVarint()
      _ = try? reader.readString()
      _ = try? reader.readByteArray()
      _ = try? reader.readFixed(as: UInt32.self)
      if reader.position == start { _ = try? reader.readByte() }
    }
  }

  private static func patch(_ bytes: UnsafeRawBufferPointer) {
    var reader = WireReader(bytes)
    guard let patch = try? Patch(reading: &reader) else { return }
    _ = try? patch.applied(to: [UInt8](copying: bytes))
  }
}
