import Foundation
import PandoWire
import Testing

func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
  try WireDecoder.decode(Value.self, from: WireEncoder.encode(value))
}

func expectRoundTrip<Value: Codable & Equatable>(
  _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try roundTrip(value) == value, sourceLocation: sourceLocation)
}

@Suite("Any Codable value comes back as it was")
struct RoundTripTests {
  @Test("integers of every width come back, at their bounds and beside them")
  func integers() throws {
    func check<Number: FixedWidthInteger & Codable>(_: Number.Type) throws {
      let interesting: [Number] = [.min, .max, 0, 1, .min + 1, .max - 1]
      for number in interesting { try expectRoundTrip(number) }
      for shift in 0..<Number.bitWidth - 1 {
        let power = Number(1) << Number(shift)
        for number in [power, power - 1, 0 &- power, ~power] {
          try expectRoundTrip(number)
          try expectRoundTrip([number])
          try expectRoundTrip([number, nil])
        }
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(Int128.self)
    try check(UInt128.self)
  }

  @Test("a number may be decoded as any integer type that holds it, and as no other")
  func integersOfOtherTypes() throws {
    #expect(try WireDecoder.decode(UInt8.self, from: WireEncoder.encode(200)) == 200)
    #expect(try WireDecoder.decode(Int64.self, from: WireEncoder.encode(UInt8(3))) == 3)
    #expect(
      try WireDecoder.decode(Int128.self, from: WireEncoder.encode(Int.min)) == Int128(Int.min))
    #expect(throws: WireError.self) {
      try WireDecoder.decode(UInt8.self, from: WireEncoder.encode(256))
    }
    #expect(throws: WireError.self) {
      try WireDecoder.decode(UInt64.self, from: WireEncoder.encode(-1))
    }
    #expect(throws: WireError.self) {
      try WireDecoder.decode(Int64.self, from: WireEncoder.encode(UInt64.max))
    }
  }

  @Test("doubles and floats keep every bit, those of a NaN too")
  func floatingPoint() throws {
    let doubles: [Double] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .pi, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .nan, Double(bitPattern: 0x7FF0_0000_DEAD_BEEF),
    ]
    for double in doubles {
      #expect(try roundTrip(double).bitPattern == double.bitPattern)
      #expect(try roundTrip([double])[0].bitPattern == double.bitPattern)
      #expect(try roundTrip(["x": double])["x"]?.bitPattern == double.bitPattern)
    }
    for float in [Float(0), -0.0, .pi, .infinity, Float(bitPattern: 0x7F81_2345)] {
      #expect(try roundTrip(float).bitPattern == float.bitPattern)
      #expect(try roundTrip([float])[0].bitPattern == float.bitPattern)
    }
  }

  @Test("strings of every length and script come back")
  func strings() throws {
    for length in [0, 1, 7, 8, 15, 16, 17, 31, 32, 33, 127, 128, 1000, 100_000] {
      try expectRoundTrip(String(repeating: "a", count: length))
      try expectRoundTrip(String(repeating: "\u{E9}", count: length))
    }
    for text in ["\u{1F333}\u{1F469}\u{200D}\u{1F52C}", "\0", "e\u{301}", "\u{FFFD}", "\u{10FFFF}"]
    {
      #expect(Array(try roundTrip(text).utf8) == Array(text.utf8))
    }
  }

  @Test("a value with every kind of property comes back")
  func everything() throws {
    try expectRoundTrip(Everything())
    try expectRoundTrip([Everything(), Everything()])
    try expectRoundTrip(["key": Everything()])
  }

  @Test(
    "cases of an enum come back: without a payload, labeled, unlabeled, nested, indirect",
    arguments: [
      Action.closed, .typed(""), .typed("x"), .moved(x: .min, y: -0.0), .child(.left),
      .child(.tapped(9)), .mixed(3, label: nil), .mixed(3, label: "x"),
      .again(.again(.mixed(-1, label: "y"))),
    ])
  func enums(action: Action) throws {
    try expectRoundTrip(action)
    try expectRoundTrip([action])
    try expectRoundTrip(Optional(action))
  }

  @Test("an enum with raw values and a recursive enum come back")
  func otherEnums() throws {
    for flavor in Flavor.allCases { try expectRoundTrip(flavor) }
    try expectRoundTrip([Flavor.sweet: 1, .sour: 2])
    try expectRoundTrip(Tree.node(.node(.leaf, 1, .leaf), 2, .leaf))
  }

  @Test("levels of an Optional of an Optional stay apart")
  func optionals() throws {
    struct Box: Codable, Equatable { var value: Int??? }
    let levels: [Int???] = [nil, .some(nil), .some(.some(nil)), 5]
    for level in levels {
      try expectRoundTrip(level)
      try expectRoundTrip(Box(value: level))
      try expectRoundTrip([level])
      try expectRoundTrip(["x": level])
    }
    try expectRoundTrip([Int?]())
    try expectRoundTrip(Optional<[Int]>.none)
    try expectRoundTrip(Optional<[Int]>.some([]))
  }

  @Test("collections come back, empty and large")
  func collections() throws {
    try expectRoundTrip([Int]())
    try expectRoundTrip([[Int]]())
    try expectRoundTrip(Array(0..<10_000))
    try expectRoundTrip((0..<1000).map { Row(id: $0, name: "row \($0)") })
    try expectRoundTrip([true, false, true])
    try expectRoundTrip(Dictionary(uniqueKeysWithValues: (0..<1000).map { ("\($0)", $0) }))
    try expectRoundTrip(Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, Row(id: $0)) }))
    try expectRoundTrip(Dictionary(uniqueKeysWithValues: (0..<100).map { (UInt8($0), "\($0)") }))
    try expectRoundTrip(Set(0..<1000))
    try expectRoundTrip(Set((0..<100).map { Row(id: $0) }))
    try expectRoundTrip(ContiguousArray([1, 2, 3]))
    try expectRoundTrip(1..<5)
    try expectRoundTrip(1...5)
  }

  @Test("an array that was encoded as one type is decoded as a related one")
  func relatedCollections() throws {
    let numbers = try WireEncoder.encode([1, 2, 3])
    #expect(try WireDecoder.decode([UInt8].self, from: numbers) == [1, 2, 3])
    #expect(try WireDecoder.decode(Set<Int>.self, from: numbers) == [1, 2, 3])
    #expect(try WireDecoder.decode(ContiguousArray<Int>.self, from: numbers) == [1, 2, 3])
    #expect(try WireDecoder.decode([Int?].self, from: numbers) == [1, 2, 3])
    let list = try WireEncoder.encode(ContiguousArray([1, 2, 3]))
    #expect(try WireDecoder.decode([Int].self, from: list) == [1, 2, 3])
  }

  @Test("types of Foundation come back")
  func foundation() throws {
    try expectRoundTrip(Date(timeIntervalSince1970: 1_700_000_000.123))
    try expectRoundTrip(URL(string: "https://example.com/a?b#c")!)
    try expectRoundTrip(UUID())
    try expectRoundTrip(Decimal(string: "-12345.678901234567890123")!)
    try expectRoundTrip(Data())
    try expectRoundTrip(Data((0...255).map { UInt8($0) } + Array(repeating: 200, count: 100_000)))
    try expectRoundTrip(["x": Data([1, 2])])
    try expectRoundTrip(DateComponents(year: 2024, month: 2))
    try expectRoundTrip(IndexSet([1, 2, 3, 9]))
    try expectRoundTrip(CharacterSet.alphanumerics)
    try expectRoundTrip(Locale(identifier: "de_DE"))
    try expectRoundTrip(TimeZone(identifier: "UTC")!)
    try expectRoundTrip(Measurement(value: 3, unit: UnitLength.meters))
  }

  @Test("bytes take one byte each, as an array and as Data")
  func bytesAreCompact() throws {
    let bytes = Array(repeating: UInt8(200), count: 1000)
    #expect(try WireEncoder.encode(bytes).count < 1010)
    #expect(try WireEncoder.encode(Data(bytes)) == WireEncoder.encode(bytes))
  }

  @Test("a class with a superclass comes back")
  func classes() throws {
    let aspen = try roundTrip(Aspen(height: 20, leaves: ["a", "b"]))
    #expect(aspen.height == 20)
    #expect(aspen.leaves == ["a", "b"])
  }

  @Test("many values go through one writer and one reader")
  func oneWriter() throws {
    var writer = WireWriter()
    for index in 0..<100 {
      try WireEncoder.encode(Row(id: index), into: &writer)
      try WireEncoder.encode(Action.typed("\(index)"), into: &writer)
    }
    try writer.finish().withUnsafeBytes { buffer in
      var reader = WireReader(buffer)
      for index in 0..<100 {
        let row = try WireDecoder.decode(Row.self, from: &reader)
        let action = try WireDecoder.decode(Action.self, from: &reader)
        #expect(row == Row(id: index))
        #expect(action == .typed("\(index)"))
      }
      try reader.expectEnd()
    }
  }

  @Test("a slice of an array is decoded from its own start")
  func slices() throws {
    let bytes = try [9, 9] + WireEncoder.encode(Everything()) + [9]
    #expect(
      try WireDecoder.decode(Everything.self, from: bytes[2..<bytes.count - 1]) == Everything())
  }

  @Test("values are encoded and decoded on many threads at once")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<500 {
            let value = [Everything(), Everything(int: task * index)]
            let copy = try roundTrip(value)
            #expect(copy == value)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
