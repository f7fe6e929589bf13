import PandoWire
import Testing

/// One that writes nil for a value of its own, as types for JSON do.
private enum Json: Codable, Equatable {
  case null, number(Int)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .number(try container.decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(number)
    }
  }
}

/// One that does so by hand.
private struct Flag: WireCodable, Equatable {
  var isSet = false

  init(isSet: Bool = false) { self.isSet = isSet }

  func encode(into writer: inout WireWriter) throws(WireError) {
    if isSet { try writer.encode(true) } else { writer.encodeNil() }
  }

  init(reading reader: inout WireReader) throws(WireError) {
    isSet = try !reader.decodeNil()
    if isSet { _ = try reader.decode(Bool.self) }
  }
}

/// One that encodes its only value in its place.
private struct Wrapper: Codable, Equatable {
  var value: Int??

  init(_ value: Int??) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int??.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// One that encodes an optional value in its place, and asks for nil by itself.
private struct Box<Value: Codable & Equatable>: Codable, Equatable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// One that asks for all of it at once.
private struct Parcel<Value: Codable & Equatable>: Codable, Equatable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value?.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// One value at all places that a container has.
private struct Places<Value: Codable & Equatable>: Codable, Equatable {
  var sure: Value
  var optional: Value?
  var list: [Value]
  var optionals: [Value?]
  var byName: [String: Value]
  var couple: Couple<Value>

  init(_ value: Value) {
    (sure, optional, couple) = (value, value, Couple(first: value, second: value))
    (list, optionals, byName) = ([value, value], [nil, value], ["a": value])
  }
}

/// One that has its values in an unkeyed container.
private struct Couple<Value: Codable & Equatable>: Codable, Equatable {
  var first: Value
  var second: Value?

  init(first: Value, second: Value?) { (self.first, self.second) = (first, second) }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decode(Value.self)
    second = try container.decode(Value?.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
  }
}

private struct Document: Codable, Equatable {
  var first: Json? = .some(.null)
  var second: Json?
  var list: [Json?] = [nil, .some(.null), .number(1)]
  var byName: [String: Json?] = ["a": .some(.null), "b": .none, "c": .number(2)]
  var wrapper: Wrapper? = Wrapper(nil)
  var other: Wrapper? = Wrapper(.some(.some(5)))
  var sure = Wrapper(.some(nil))
  var last = 3
}

private struct Flags: WireCodable, Equatable {
  var first: Flag? = Flag()
  var second: Flag?
  var third: Flag? = Flag(isSet: true)
  var json: Json? = .some(.null)

  init() {}

  func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    try writer.encode(first)
    try writer.encode(second)
    try writer.encode(third)
    try writer.encode(json)
    writer.endList()
  }

  init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    first = try reader.decode()
    second = try reader.decode()
    third = try reader.decode()
    json = try reader.decode()
    try reader.endList()
  }
}

extension CustomCodingTests {
  @Test("an Optional of a type that writes nil for some of its values keeps them apart from nil")
  func ownNils() throws {
    let values: [Json?] = [nil, .some(.null), .number(5)]
    for value in values {
      try expectRoundTrip(value)
      try expectRoundTrip(Optional(value))
      try expectRoundTrip([value, value])
      try expectRoundTrip(["a": value])
    }
    try expectRoundTrip(Json??.none)
    let levels: [Wrapper?] = [
      nil, Wrapper(nil), Wrapper(.some(nil)), Wrapper(.some(.some(1))),
    ]
    for level in levels { try expectRoundTrip(level) }
    try expectRoundTrip(Document())
    try expectRoundTrip([Document(), Document()])
    try expectRoundTrip(Flags())
    try expectRoundTrip([Flag(), nil, Flag(isSet: true)])
  }

  @Test(
    "what begins with an Optional's mark of its own comes back from wherever a container has it")
  func ownMarks() throws {
    func check<Value: Codable & Equatable>(_ value: Value) throws {
      try expectRoundTrip(value)
      try expectRoundTrip(Places(value))
    }
    for json in [nil, .some(.null), .number(5)] as [Json?] {
      try check(json)
      try check(Box(json))
      try check(Parcel(json))
      try check(Box(Box(json)))
      try check(Parcel(Box(json)))
      try check(Box(Optional(json)))
      try check(Box(Parcel(Optional(json))))
    }
  }

  @Test("nothing marks the value of an Optional that does not begin like nil")
  func unmarkedValues() throws {
    #expect(try WireEncoder.encode(Json?.some(.number(1))) == [0x81])
    #expect(try WireEncoder.encode(Json?.none) == [0x02])
    #expect(try WireEncoder.encode(Json?.some(.null)) == [0x18, 0x02])
    #expect(try WireEncoder.encode(Json.null) == [0x02])
  }

  @Test("a value that begins like nil is read by whatever its reader asks for")
  func mixedNils() throws {
    let null = Json?.some(.null)
    try exchange { encoder in
      var root = encoder.container(keyedBy: Key.self)
      try root.encode(null, forKey: "whole")
      try root.encodeIfPresent(null, forKey: "present")
      try root.encodeIfPresent(null, forKey: "sure")
      var list = root.nestedUnkeyedContainer(forKey: "list")
      try list.encode(null)
      try list.encode(null)
      try list.encode(Json?.none)
      try root.encode("last", forKey: "last")
    } _: { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      #expect(try root.decodeIfPresent(Json.self, forKey: "whole") == null)
      #expect(try root.decode(Json?.self, forKey: "present") == null)
      #expect(try root.decode(Json??.self, forKey: "present") == .some(null))
      #expect(try root.decode(Json.self, forKey: "sure") == .null)
      #expect(try !root.decodeNil(forKey: "sure"))
      var list = try root.nestedUnkeyedContainer(forKey: "list")
      #expect(try list.decodeIfPresent(Json.self) == null)
      #expect(try list.decode(Json.self) == .null)
      #expect(try list.decodeIfPresent(Json.self) == nil)
      #expect(try root.decode(String.self, forKey: "last") == "last")
    }
  }
}
