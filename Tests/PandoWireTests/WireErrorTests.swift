import Foundation
import PandoWire
import Testing

@Suite("Errors say what, at which byte, and where in the value")
struct WireErrorTests {
  struct Town: Codable {
    var name = "T"
    var houses = [House(), House()]
  }
  struct House: Codable {
    var rooms = ["hall": 3]
    var door: Door = .open(width: 90)
  }
  enum Door: Codable { case open(width: Int), closed }

  struct Narrow: Codable {
    struct Inner: Codable {
      var rooms: [String: UInt8]
    }
    var houses: [Inner]
  }

  private func error<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) -> WireError? {
    #expect(throws: WireError.self) { try WireDecoder.decode(Value.self, from: bytes) }
  }

  @Test("decoding: a number out of range deep inside")
  func outOfRange() throws {
    var town = Town()
    town.houses[1].rooms = ["hall": 3, "yard": 300]
    let bytes = try WireEncoder.encode(town)
    let error = error(Narrow.self, bytes)
    #expect(error?.problem == .outOfRange(expected: "UInt8"))
    #expect(error?.path == "houses[1].rooms.yard")
    let offset = try #require(error?.offset)
    #expect(Array(bytes[offset...].prefix(3)) == [0x11, 0x2C, 0x01])
    #expect(error?.description.contains("houses[1].rooms.yard, at byte \(offset)") == true)
  }

  @Test("decoding: another kind of value, a missing key, a nil, a cut")
  func kinds() throws {
    struct Other: Codable { var name: Int }
    struct Longer: Codable { var name: String, mayor: String }
    struct Nothing: Codable { var name: String? }
    let bytes = try WireEncoder.encode(Town())
    let mismatch = error(Other.self, bytes)
    #expect(mismatch?.problem == .mismatch(expected: "Int", found: "a String"))
    #expect(mismatch?.path == "name")
    let missing = error(Longer.self, bytes)
    #expect(missing?.problem == .missingKey("mayor"))
    #expect(missing?.path == "")
    #expect(missing?.offset == 0)
    let absent = error(Other.self, try WireEncoder.encode(Nothing()))
    #expect(absent?.problem == .missingKey("name"))
    #expect(error(Int.self, [0x02])?.problem == .missingValue(expected: "Int"))
    let cut = error(Town.self, Array(bytes.dropLast(5)))
    #expect(cut?.problem == .unexpectedEnd)
    #expect(cut?.path?.hasPrefix("houses[1].door") == true)
  }

  @Test("decoding: what a type refuses itself")
  func refused() throws {
    struct Even: Codable {
      var number = 1
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        number = try container.decode(Int.self)
        if number % 2 == 1 {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is odd")
        }
      }
    }
    struct Strange: Codable {
      struct Refusal: Error, CustomStringConvertible { var description: String { "no" } }
      init() {}
      init(from _: any Decoder) throws { throw Refusal() }
    }
    let even = error([String: [Even?]].self, try WireEncoder.encode(["a": [nil, 2, 3]]))
    #expect(even?.problem == .rejected("it is odd"))
    #expect(even?.path == "a[2]")
    let strange = error([String: [Strange]].self, try WireEncoder.encode(["a": [Strange()]]))
    #expect(strange?.problem == .rejected("no"))
    #expect(strange?.path == "a[0]")
    #expect(error(Flavor.self, try WireEncoder.encode("bitter"))?.path == "")
    #expect(error(Action.self, try WireEncoder.encode(["jumped": 1])) != nil)
    #expect(error(URL.self, try WireEncoder.encode(["relative": ""])) != nil)
  }

  @Test("decoding: the path is looked for once, not for each error that a type catches")
  func caught() throws {
    // Of such a list the errors pass through the list's own reader.
    struct Choosy: Codable { var number: Int }
    struct Tolerant: Decodable {
      var caught: WireError?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        do {
          _ = try container.decode([Choosy].self, forKey: "a")
        } catch DecodingError.typeMismatch(_, let context) {
          caught = context.underlyingError as? WireError
        }
      }
    }
    let bytes = try WireEncoder.encode(["a": [["number": "text"]]])
    let caught = try WireDecoder.decode(Tolerant.self, from: bytes).caught
    let uncaught = error([String: [Choosy]].self, bytes)
    #expect(uncaught?.problem == .mismatch(expected: "Int", found: "a String"))
    #expect(uncaught?.path == "a[0].number")
    #expect(caught?.problem == uncaught?.problem)
    #expect(caught?.offset != nil && caught?.offset == uncaught?.offset)
    #expect(try #require(caught).path == nil)
  }

  @Test("encoding: what a type refuses itself, and where")
  func encoding() throws {
    struct Refusing: Codable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          0, .init(codingPath: encoder.codingPath, debugDescription: "not today"))
      }
      init() {}
      init(from _: any Decoder) throws {}
    }
    let error = #expect(throws: WireError.self) {
      try WireEncoder.encode(["list": [Refusing?.none, Refusing()]])
    }
    #expect(error?.problem == .rejected("not today"))
    #expect(error?.path == "list[1]")
  }

  @Test("an error inside an array that a type reads one by one is told at that array")
  func expanded() throws {
    struct Small: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { _ = try list.decode(UInt8.self) }
      }
    }
    let bytes = try WireEncoder.encode(["a": [1], "b": [1, 2, 300]])
    let error = error([String: Small].self, bytes)
    #expect(error?.problem == .outOfRange(expected: "UInt8"))
    #expect(error?.path == "b")
  }

  @Test("two errors are equal when they say the same")
  func equality() {
    let error = WireError(.unexpectedEnd, offset: 3, path: "a")
    #expect(error == WireError(.unexpectedEnd, offset: 3, path: "a"))
    #expect(error != WireError(.unexpectedEnd, offset: 4, path: "a"))
    #expect(error != WireError(.invalidUTF8, offset: 3, path: "a"))
    #expect(error != WireError(.unexpectedEnd, offset: 3))
  }

  @Test(
    "a long text is cut at a character, whoever wrote it", arguments: ["a", "\u{e9}", "\u{1F600}"])
  func longTexts(character: String) throws {
    let text = String(repeating: character, count: 100_000)
    let problems: [WireError.Problem] = [
      .mismatch(expected: text, found: text), .missingValue(expected: text), .missingKey(text),
      .outOfRange(expected: text), .misuse(text), .rejected(text),
    ]
    for problem in problems {
      let description = WireError(problem).description
      #expect(description.utf8.count < 2_300)
      #expect(description.contains(character + "..."))
      #expect(!description.contains("\u{FFFD}"))
    }
    let short = String(text.utf8.prefix(1_020))!
    #expect(WireError(.rejected(short)).problem == .rejected(short))
    // A key that a peer wrote, which no number is, and what a type says of a value.
    let keyed = try WireEncoder.encode([text: 1])
    let key = #expect(throws: WireError.self) {
      try WireDecoder.decode([Int: Int].self, from: keyed)
    }
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no \(text)")
      }
    }
    let encoded = try WireEncoder.encode(text)
    let value = #expect(throws: WireError.self) {
      try WireDecoder.decode(Refusing.self, from: encoded)
    }
    for error in [key, value] {
      let description = try #require(error?.description)
      #expect(description.utf8.count < 3_000 && description.contains(character + "..."))
    }
  }

  @Test("every problem has a message that says what mends it")
  func messages() {
    let problems: [WireError.Problem] = [
      .unexpectedEnd, .mismatch(expected: "a", found: "b"), .missingValue(expected: "a"),
      .missingKey("k"), .outOfRange(expected: "Int"), .invalidUTF8, .invalidVarint,
      .countBeyondBytes(count: 5, remaining: 1), .tooDeep(limit: 3),
      .tooLarge(bytes: 5, limit: 1), .trailingBytes(2), .invalidPatch, .misuse("because"),
      .rejected("why"),
    ]
    let messages = Set(problems.map { WireError($0).description })
    #expect(messages.count == problems.count)
  }
}
