import PandoWire
import Testing

@Suite("Derived code is as safe as Codable")
struct DerivedCodingTests {
  private var leaves: [Leaf] {
    [
      Leaf(), Leaf(id: -300, name: "", level: .some(nil), shares: [], tags: ["a", "b"]),
      Leaf(id: .min, name: "aspen", level: 5, counts: [:], rows: [nil, Row(id: 3), nil]),
    ]
  }

  private var growths: [Growth] {
    [
      .rest, .up(0), .up(-1_000_000), .leaf(nil, at: 3), .leaf(leaves[1], at: 128),
      .fork(left: .rest, right: .up(1)), .nested(12), .grove([], byName: [:]),
      .grove([.rest, .up(1), .grove([.rest], byName: [:])], byName: ["x": .rest, "": .up(2)]),
    ]
  }

  @Test("every shape survives the trip, alone and inside others")
  func roundTrips() throws {
    for leaf in leaves {
      try expectRoundTrip(leaf)
      try expectRoundTrip(["a": leaf])
    }
    for growth in growths {
      try expectRoundTrip(growth)
      try expectRoundTrip(Growth.leaf(leaves[2], at: 1))
      try expectRoundTrip(["a": [growth, growth]])
    }
    try expectRoundTrip(leaves)
    try expectRoundTrip(growths)
    try expectRoundTrip(growths.map(Optional.some) + [nil])
  }

  @Test("a case without values is one byte, one with a small number four")
  func shortest() throws {
    #expect(try WireEncoder.encode(Growth.rest) == [0x80])
    #expect(try WireEncoder.encode(Growth.up(5)) == [0x07, 0x81, 0x85, 0x01])
    #expect(try WireEncoder.encode([Growth.rest, .rest]) == [0x07, 0x80, 0x80, 0x01])
  }

  @Test("values of a known type have the bytes that they have as any type")
  func sameBytes() throws {
    try expectSameBytes(Int?.none) { writer throws(WireError) in try writer.encode(Int?.none) }
    try expectSameBytes(Int??.some(nil)) { writer throws(WireError) in
      try writer.encode(Int??.some(nil))
    }
    try expectSameBytes(Int???.some(.some(7))) { writer throws(WireError) in
      try writer.encode(Int???.some(.some(7)))
    }
    let rows: [[Int]?] = [[1, 300], nil, []]
    try expectSameBytes(rows) { writer throws(WireError) in try writer.encode(rows) }
    let flags = [true, false]
    try expectSameBytes(flags) { writer throws(WireError) in try writer.encode(flags) }
    let words = ["a", "", "b"]
    try expectSameBytes(words) { writer throws(WireError) in try writer.encode(words) }
    for growth in growths {
      try expectSameBytes(growth) { writer throws(WireError) in try writer.encode(growth) }
      try expectSameBytes([growth]) { writer throws(WireError) in try writer.encode([growth]) }
      try expectSameBytes(growth as Growth?) { writer throws(WireError) in
        try writer.encode(growth as Growth?)
      }
    }
  }

  @Test("an Optional keeps its levels where its type is a parameter")
  func genericOptionals() throws {
    func bytes<Value: WireCodable>(_ value: Value?) throws -> [UInt8] {
      var writer = WireWriter()
      try writer.beginList()
      try writer.encode(value)
      writer.endList()
      return writer.finish()
    }
    #expect(try bytes(Int?.some(5)) == [0x07, 0x85, 0x01])
    #expect(try bytes(Int??.some(nil)) == [0x07, 0x06, 0x02, 0x01])
    #expect(try bytes(Int??.none) == [0x07, 0x02, 0x01])
    #expect(try bytes(Int???.some(5)) == [0x07, 0x06, 0x06, 0x85, 0x01])
  }

  /// As a known type inside a list, against as any type in one.
  private func expectSameBytes<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation,
    _ encode: (inout WireWriter) throws(WireError) -> Void
  ) throws {
    var direct = WireWriter()
    try direct.beginList()
    try encode(&direct)
    direct.endList()
    var general = WireWriter()
    try general.beginList()
    try general.encode(value)
    general.endList()
    #expect(direct.bytes == general.bytes, sourceLocation: sourceLocation)
    #expect(
      try WireDecoder.decode([Value].self, from: direct.bytes) == [value],
      sourceLocation: sourceLocation)
  }

  @Test("a type coded by code has another fingerprint than its twin by Codable")
  func fingerprints() {
    enum Direct {
      struct State: WireCodable {
        var count = 0
        func encode(into writer: inout WireWriter) throws(WireError) { try writer.encode(count) }
        init(reading reader: inout WireReader) throws(WireError) { count = try reader.decode() }
      }
    }
    enum Plain { struct State: Codable { var count = 0 } }
    enum Again { struct State: Codable { var count = 0 } }
    #expect(SchemaFingerprint(of: Plain.State.self) == SchemaFingerprint(of: Again.State.self))
    #expect(SchemaFingerprint(of: Direct.State.self) != SchemaFingerprint(of: Plain.State.self))
    #expect(
      SchemaFingerprint(of: [Direct.State?].self) != SchemaFingerprint(of: [Plain.State?].self))
  }
}
