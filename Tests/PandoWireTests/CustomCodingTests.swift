import PandoWire
import Testing

@Suite("Hand-written Codable implementations work as they do elsewhere")
struct CustomCodingTests {
  func writeLetters(_ encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: "a")
    try container.encode([1, 2], forKey: "b")
    try container.encode(Row(), forKey: "c")
    try container.encode("d", forKey: "d")
    try container.encodeNil(forKey: "e")
    try container.encodeIfPresent(Int?.none, forKey: "f")
  }

  func read(_ letter: Character, _ container: KeyedReader) throws {
    switch letter {
    case "a": #expect(try container.decode(Int.self, forKey: "a") == 1)
    case "b": #expect(try container.decode([Int].self, forKey: "b") == [1, 2])
    case "c": #expect(try container.decode(Row.self, forKey: "c") == Row())
    case "d": #expect(try container.decode(String.self, forKey: "d") == "d")
    case "e": #expect(try container.decodeNil(forKey: "e"))
    default: #expect(try container.decodeIfPresent(Int.self, forKey: "f") == nil)
    }
  }

  @Test("keys are decoded in any order, twice, or not at all")
  func anyOrder() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<200 {
      let count = Int.random(in: 0...8, using: &generator)
      let letters = (0..<count).map { _ in "abcdef".randomElement(using: &generator)! }
      try exchange(writeLetters) { decoder in
        let container = try decoder.container(keyedBy: Key.self)
        for letter in letters { try read(letter, container) }
      }
    }
  }

  @Test("a container knows its keys, and which have a value")
  func keys() throws {
    try exchange(writeLetters) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.allKeys.map(\.stringValue) == ["a", "b", "c", "d", "e"])
      for key in ["a", "d", "c", "e"] { #expect(container.contains(Key(stringValue: key))) }
      for key in ["f", "g", ""] { #expect(!container.contains(Key(stringValue: key))) }
      #expect(try container.decodeIfPresent(Row.self, forKey: "e") == nil)
      #expect(try container.decodeIfPresent(Row.self, forKey: "g") == nil)
      #expect(try container.decode(Int?.self, forKey: "e") == nil)
      #expect(try !container.decodeNil(forKey: "a"))
    }
  }

  @Test("a key that is missing, or has no value, is a DecodingError that a type may catch")
  func missingKeys() throws {
    try exchange(writeLetters) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: "g") }
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: "f") }
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: "e") }
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: "d") }
      #expect(throws: DecodingError.self) { try container.decodeNil(forKey: "g") }
      #expect(try container.decode(Int.self, forKey: "a") == 1)
    }
  }

  @Test("keys of every length are found")
  func longKeys() throws {
    let names = [0, 1, 15, 16, 30, 31, 32, 33, 200].map { String(repeating: "k", count: $0) }
    try exchange { encoder in
      var container = encoder.container(keyedBy: Key.self)
      for name in names { try container.encode(name.count, forKey: Key(stringValue: name)) }
    } _: { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      for name in names + names.reversed() {
        #expect(try container.decode(Int.self, forKey: Key(stringValue: name)) == name.count)
      }
    }
  }

  @Test("a type may try one thing, and then another")
  func alternatives() throws {
    enum Either: Codable, Equatable {
      case number(Int), text(String), row(Row)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          self = .number(number)
        } else if let row = try? container.decode(Row.self) {
          self = .row(row)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case let .number(number): try container.encode(number)
        case let .text(text): try container.encode(text)
        case let .row(row): try container.encode(row)
        }
      }
    }
    try expectRoundTrip([Either.text("a"), .number(1), .row(Row()), .text("")])
    try expectRoundTrip(["x": Either.row(Row())])
    #expect(throws: WireError.self) {
      try WireDecoder.decode(Either.self, from: WireEncoder.encode(1.5))
    }
  }

  @Test("keys of a type that takes any name are found like others")
  func catchAllKeys() throws {
    enum Names: CodingKey {
      case known, other
      init?(stringValue: String) { self = stringValue == "known" ? .known : .other }
      init?(intValue _: Int) { nil }
      var intValue: Int? { nil }
      var stringValue: String { self == .known ? "known" : "other" }
    }
    for name in ["known", "other", "a", "b", "known"] {
      try exchange { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: Key(stringValue: name))
      } _: { decoder in
        let container = try decoder.container(keyedBy: Names.self)
        #expect(container.allKeys == [name == "known" ? .known : .other])
      }
    }
  }
}
