import PandoWire
import Testing

/// Encodes itself, as a macro would write it.
struct Coordinate: WireCodable, Equatable {
  var x: Int
  var labels: [String] = []
  var inner: [Coordinate] = []
  var row: Row?

  init(x: Int, labels: [String] = [], inner: [Coordinate] = [], row: Row? = nil) {
    self.x = x
    self.labels = labels
    self.inner = inner
    self.row = row
  }

  func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    try writer.encode(x)
    try writer.encode(labels)
    try writer.encode(inner)
    try writer.encode(row)
    writer.endList()
  }

  init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    x = try reader.decode()
    labels = try reader.decode()
    inner = try reader.decode()
    row = try reader.decode()
    try reader.endList()
  }
}

/// One with a plain Codable type in it, and inside one.
struct Map: Codable, Equatable {
  var name = "map"
  var places = ["a": Coordinate(x: 1, row: Row()), "b": Coordinate(x: 2)]
  var home: Coordinate? = Coordinate(x: 3, labels: ["home"], inner: [Coordinate(x: 4)])
  var away: Coordinate?
}

enum Move: Codable, Equatable { case to(Coordinate), stay }

/// A class that encodes itself, and its subclass.
class Shape: WireCodable {
  var sides: Int

  init(sides: Int) { self.sides = sides }

  func encode(into writer: inout WireWriter) throws(WireError) { try writer.encode(sides) }

  required init(reading reader: inout WireReader) throws(WireError) {
    sides = try reader.decode()
  }
}

@Suite("Types that encode themselves are used wherever they appear")
struct WireCodableTests {
  @Test("at the root, in containers, in enums, and around other types")
  func everywhere() throws {
    let coordinate = Coordinate(
      x: -1, labels: ["a", ""], inner: [Coordinate(x: 1, inner: [Coordinate(x: 2)])],
      row: Row(id: 3))
    try expectRoundTrip(coordinate)
    try expectRoundTrip([coordinate, coordinate])
    try expectRoundTrip(Optional(coordinate))
    try expectRoundTrip(["x": coordinate])
    try expectRoundTrip(Map())
    try expectRoundTrip([Map(), Map(away: coordinate)])
    try expectRoundTrip(Move.to(coordinate))
    try expectRoundTrip(Move.stay)
    #expect(try roundTrip(Shape(sides: 3)).sides == 3)
    #expect(try roundTrip([Shape(sides: 3), Shape(sides: 4)]).map(\.sides) == [3, 4])
  }

  @Test("they take fewer bytes than containers with keys")
  func size() throws {
    #expect(try WireEncoder.encode(Coordinate(x: 1)).count == 8)
  }

  @Test("they are skipped like any other value")
  func skipping() throws {
    struct OnlyName: Decodable { var name: String }
    struct OnlyAway: Decodable { var away: Coordinate? }
    let bytes = try WireEncoder.encode(Map(away: Coordinate(x: 9)))
    #expect(try WireDecoder.decode(OnlyName.self, from: bytes).name == "map")
    #expect(try WireDecoder.decode(OnlyAway.self, from: bytes).away?.x == 9)
  }

  @Test("what they do not read is an error")
  func leftOvers() throws {
    var writer = WireWriter()
    try writer.beginList()
    try writer.encode(1)
    try writer.encode([String]())
    try writer.encode([Coordinate]())
    writer.encodeNil()
    try writer.encode(2)
    writer.endList()
    let bytes = writer.finish()
    #expect(throws: WireError.self) { try WireDecoder.decode(Coordinate.self, from: bytes) }
  }

  @Test("their errors say where")
  func errors() throws {
    var bytes = try WireEncoder.encode([Coordinate(x: 1), Coordinate(x: 2, labels: ["ok"])])
    let index = try #require(bytes.lastIndex(of: UInt8(ascii: "k")))
    bytes[index] = 0xFF
    let error = #expect(throws: WireError.self) {
      try WireDecoder.decode([Coordinate].self, from: bytes)
    }
    #expect(error?.problem == .invalidUTF8)
    #expect(error?.path == "[1][1][0]")
  }

  @Test("a value may be skipped by hand, and nils asked for")
  func byHand() throws {
    var writer = WireWriter()
    try writer.beginList()
    try writer.encode(Everything())
    writer.encodeNil()
    try writer.encode(UInt64.max)
    writer.endList()
    let bytes = writer.finish()
    try bytes.withUnsafeBytes { buffer in
      var reader = WireReader(buffer)
      try reader.beginList()
      try reader.skip()
      let first = try reader.decodeNil()
      let second = try reader.decodeNil()
      let isAtEnd = try reader.isAtListEnd()
      let number = try reader.decode(UInt64.self)
      try reader.endList()
      try reader.expectEnd()
      #expect(first && !second && !isAtEnd && number == .max)
    }
  }
}
