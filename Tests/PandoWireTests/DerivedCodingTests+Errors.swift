import PandoWire
import Testing

extension DerivedCodingTests {
  @Test("a case that does not exist, or is written in the other form, is an error that says where")
  func unknownCases() throws {
    let wrong: [[UInt8]] = [
      [0x85], [0x81], [0x07, 0x80, 0x01], [0x07, 0x85, 0x81, 0x01], [0x14, 0x00], [0x17] + .max8,
      [0x07, 0x14, 0x01, 0x81, 0x01],
    ]
    for bytes in wrong {
      let error = #expect(throws: WireError.self) {
        try WireDecoder.decode(Growth.self, from: bytes)
      }
      #expect(error?.offset == 0)
    }
    let error = #expect(throws: WireError.self) {
      try WireDecoder.decode([Growth].self, from: [0x07, 0x80, 0x89, 0x01])
    }
    #expect(error?.path == "[1]")
    #expect("\(try #require(error))".contains("Growth has no such case 9"))
    #expect(throws: WireError.self) {
      try WireDecoder.decode(Growth.self, from: [0x42, 0x61, 0x61])
    }
  }

  @Test("nesting has its limit, both ways")
  func depth() throws {
    let limits = WireLimits(maximumDepth: 64)
    let allowed = try WireEncoder.encode(Growth.nested(30), limits: limits)
    #expect(try WireDecoder.decode(Growth.self, from: allowed, limits: limits) == .nested(30))
    var error = #expect(throws: WireError.self) {
      try WireEncoder.encode(Growth.nested(40), limits: limits)
    }
    #expect(error?.problem == .tooDeep(limit: 64))
    let deep = try WireEncoder.encode(
      Growth.nested(200), limits: WireLimits(maximumDepth: 1000))
    error = #expect(throws: WireError.self) {
      try WireDecoder.decode(Growth.self, from: deep, limits: limits)
    }
    #expect(error?.problem == .tooDeep(limit: 64))
    // A hostile peer's, deeper than any stack.
    let endless = [UInt8](repeating: 0, count: 200_000).indices.map { $0 % 2 == 0 ? 0x07 : 0x83 }
    error = #expect(throws: WireError.self) {
      try WireDecoder.decode(Growth.self, from: endless.map { UInt8($0) })
    }
    #expect(error?.problem == .tooDeep(limit: 128))
  }

  @Test("a type that reads itself, and not a byte, meets the limit")
  func endless() {
    let error = #expect(throws: WireError.self) {
      try WireDecoder.decode(Endless.self, from: [0x80])
    }
    #expect(error?.problem == .tooDeep(limit: 128))
  }

  @Test("the size has its limit, both ways")
  func size() throws {
    let limits = WireLimits(maximumBytes: 16)
    let growth = Growth.grove(Array(repeating: .rest, count: 40), byName: [:])
    #expect(throws: WireError.self) { try WireEncoder.encode(growth, limits: limits) }
    let bytes = try WireEncoder.encode(growth)
    let error = #expect(throws: WireError.self) {
      try WireDecoder.decode(Growth.self, from: bytes, limits: limits)
    }
    #expect(error?.problem == .tooLarge(bytes: bytes.count, limit: 16))
  }

  @Test("a value that refuses leaves nothing behind, and the error says where it was")
  func takenBack() throws {
    let error = #expect(throws: WireError.self) {
      try WireEncoder.encode([[Moody(refuses: false)], [Moody(refuses: true)]])
    }
    #expect(error?.path == "[1][0][1]")
    var writer = WireWriter()
    try writer.beginList()
    let start = writer.count
    for _ in 0..<200 {
      #expect(throws: WireError.self) { try writer.encode(Moody(refuses: true)) }
      #expect(throws: WireError.self) { try writer.encode(Moody(refuses: true) as Moody?) }
      #expect(throws: WireError.self) {
        try writer.encode([Moody(refuses: false), Moody(refuses: true)])
      }
    }
    #expect(writer.count == start)
    try writer.encode(Moody(refuses: false))
    writer.endList()
    #expect(
      try WireDecoder.decode([Moody].self, from: writer.bytes) == [Moody(refuses: false)])
  }

  @Test("cut bytes are refused, and every other byte in any place is an error or a value")
  func damage() throws {
    try expectSurvivesDamage(
      Leaf(
        id: 300, name: "aspen", level: .some(nil), shares: [0.5, 1], tags: ["a"],
        rows: [nil, Row()])
    )
    try expectSurvivesDamage(
      Growth.grove(
        [.rest, .up(-70_000), .leaf(Leaf(), at: 1), .fork(left: .rest, right: .up(2))],
        byName: ["a": .rest, "b": .grove([], byName: [:])]))
  }

  private func expectSurvivesDamage<Value: Codable & Equatable>(_ value: Value) throws {
    let bytes = try WireEncoder.encode(value)
    for count in bytes.indices {
      #expect(throws: WireError.self) {
        try WireDecoder.decode(Value.self, from: Array(bytes[..<count]))
      }
    }
    var refused = 0
    for index in bytes.indices {
      var bytes = bytes
      for byte in UInt8.min...UInt8.max {
        bytes[index] = byte
        guard let other = try? WireDecoder.decode(Value.self, from: bytes) else {
          refused += 1
          continue
        }
        _ = try WireEncoder.encode(other)
      }
    }
    #expect(refused > 0)
  }
}

/// Encoded as what it holds, without a list around it.
private final class Endless: WireCodable {
  let next: Endless?

  func encode(into writer: inout WireWriter) throws(WireError) { try writer.encode(next) }

  required init(reading reader: inout WireReader) throws(WireError) { next = try reader.decode() }
}

extension [UInt8] {
  fileprivate static var max8: [UInt8] { Array(repeating: 0x7F, count: 8) }
}
