import Foundation
import PandoWire
import Testing

@Suite("Limits hold before memory or stack is spent")
struct LimitsTests {
  private func problem(_ body: () throws -> Void) -> WireError.Problem? {
    do {
      try body()
      return nil
    } catch {
      return (error as? WireError)?.problem
    }
  }

  @Test("values nested to the limit come back, and one level more is refused on both sides")
  func depth() throws {
    // A chain takes two levels: the value, and the list in it.
    for limit in [3, 10, 101, 201] {
      let limits = WireLimits(maximumDepth: limit)
      let deepest = Chain.nested(limit / 2 - 1)
      let bytes = try WireEncoder.encode(deepest, limits: limits)
      #expect(try WireDecoder.decode(Chain.self, from: bytes, limits: limits) == deepest)
      let deeper = Chain.nested(limit / 2 + 1)
      #expect(
        problem { _ = try WireEncoder.encode(deeper, limits: limits) } == .tooDeep(limit: limit))
      let tooDeep = try WireEncoder.encode(deeper, limits: WireLimits(maximumDepth: limit + 10))
      #expect(
        problem { _ = try WireDecoder.decode(Chain.self, from: tooDeep, limits: limits) }
          == .tooDeep(limit: limit))
    }
  }

  @Test("what is encoded within the limit is decoded within it", arguments: 1...40)
  func sameDepth(limit: Int) throws {
    let limits = WireLimits(maximumDepth: limit)
    func check<Value: Codable & Equatable>(_ value: Value) throws {
      let bytes = try WireEncoder.encode(value)
      let encodes = (try? WireEncoder.encode(value, limits: limits)) != nil
      let decodes = (try? WireDecoder.decode(Value.self, from: bytes, limits: limits)) != nil
      #expect(encodes == decodes)
    }
    try check(Everything())
    try check(Tree.nested(4))
    try check(Chain.nested(6))
    try check(Action.again(.again(.child(.tapped(1)))))
    try check(Map())
    try check([[[[1]]]])
    try check([Coordinate(x: 1, inner: [Coordinate(x: 2, inner: [Coordinate(x: 3)])])])
    try check(Optional(Optional(Optional(Optional(1)))))
  }

  @Test("the default depth fits a thread with a small stack, in a debug build too")
  func smallStack() async throws {
    let bytes = try WireEncoder.encode(
      Chain.nested(200), limits: WireLimits(maximumDepth: 1000))
    let outcome: Result<Int, any Error> = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: Result {
            let deepest = Chain.nested(WireLimits.standard.maximumDepth / 2 - 1)
            let copy = try WireDecoder.decode(Chain.self, from: WireEncoder.encode(deepest))
            #expect(copy == deepest)
            #expect(throws: WireError.self) { try WireDecoder.decode(Chain.self, from: bytes) }
            return 0
          })
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(try outcome.get() == 0)
  }

  @Test("a type that decodes itself without reading anything ends at the limit")
  func endlessType() throws {
    struct Endless: Codable {
      indirect enum Box: Codable { case inner(Endless) }
      init() {}
      init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(Endless.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Endless())
      }
    }
    let limit = WireLimits.standard.maximumDepth
    #expect(
      problem { _ = try WireDecoder.decode(Endless.self, from: [0x81]) } == .tooDeep(limit: limit))
    #expect(problem { _ = try WireEncoder.encode(Endless()) } == .tooDeep(limit: limit))
  }

  @Test("a bomb of nested lists is refused, or skipped, without memory or recursion")
  func nestedLists() throws {
    let depth = 4_000_000
    let open = [UInt8](repeating: 0x07, count: depth)
    let closed = open + [UInt8](repeating: 0x01, count: depth)
    for bytes in [open, closed] {
      #expect(throws: WireError.self) { try WireDecoder.decode([[[Int]]].self, from: bytes) }
      #expect(throws: WireError.self) { try WireDecoder.decode(Chain.self, from: bytes) }
      #expect(throws: WireError.self) { try WireDecoder.decode(Everything.self, from: bytes) }
    }
    // Unknown to the type: behind its own key, and skipped.
    let skipped: [UInt8] =
      [0x08, 0x61, 0x78] + closed + [0x64] + Array("next".utf8) + [0x07, 0x01, 0x01]
    #expect(try WireDecoder.decode(Chain.self, from: skipped) == Chain())
    let cut: [UInt8] = [0x08, 0x61, 0x78] + open
    let error = #expect(throws: WireError.self) { try WireDecoder.decode(Chain.self, from: cut) }
    // The error says where, and no more of it than somebody reads.
    #expect(error?.offset == cut.count)
    let path = try #require(error?.path)
    #expect(path.hasPrefix("x[0][0]") && path.hasSuffix("[0]..."))
    #expect(path.utf8.count <= 1_024)
    let shallow = #expect(throws: WireError.self) {
      try WireDecoder.decode(Chain.self, from: cut, limits: WireLimits(maximumDepth: 4))
    }
    #expect(shallow?.path == "x[0][0][0]...")
  }

  @Test("what stands behind values nested deeper than the limit is told by its own place")
  func behindNestedLists() throws {
    // {x: [[[...]]], y: "next"}, of which the type asks for a number as y.
    struct Numbered: Codable { var y: Int }
    let depth = 1_000
    let lists = [UInt8](repeating: 0x07, count: depth) + [UInt8](repeating: 0x01, count: depth)
    let text = [0x44] + Array("next".utf8)
    let bytes: [UInt8] = [0x08, 0x61, 0x78] + lists + [0x61, 0x79] + text + [0x01]
    let error = #expect(throws: WireError.self) {
      try WireDecoder.decode(Numbered.self, from: bytes)
    }
    #expect(error?.path == "y")
  }

  @Test("a long key is cut where an error names it")
  func longKeys() throws {
    struct Numbers: Codable { var numbers: [String: Int] }
    for character in ["a", "\u{e9}", "\u{1F600}"] {
      let key = String(repeating: character, count: 100_000)
      let bytes = try WireEncoder.encode(["numbers": [key: "text"]])
      let error = #expect(throws: WireError.self) {
        try WireDecoder.decode(Numbers.self, from: bytes)
      }
      let path = try #require(error?.path)
      #expect(path.utf8.count <= 1_024 && path.utf8.count > 1_000)
      #expect(path.hasPrefix("numbers." + character) && path.hasSuffix(character + "..."))
    }
  }

  @Test("marks of Optionals without end are refused or skipped")
  func nestedOptionals() throws {
    let marks = [UInt8](repeating: 0x06, count: 1_000_000)
    #expect(throws: WireError.self) { try WireDecoder.decode(Int?????.self, from: marks + [0x02]) }
    #expect(throws: WireError.self) { try WireDecoder.decode(Chain.self, from: marks) }
  }

  @Test("a count of more than the bytes hold is refused at once", arguments: [0, 4, 10])
  func counts(kind: UInt8) throws {
    for count: UInt64 in [17, 1 << 32, 1 << 60, .max] {
      var writer = WireWriter()
      writer.append(0x0B)
      writer.append(kind)
      writer.appendVarint(count)
      for _ in 0..<16 { writer.append(0) }
      let bytes = writer.finish()
      #expect(throws: WireError.self) { try WireDecoder.decode([Bool].self, from: bytes) }
      #expect(throws: WireError.self) { try WireDecoder.decode([UInt16].self, from: bytes) }
      #expect(throws: WireError.self) { try WireDecoder.decode([Double].self, from: bytes) }
      #expect(throws: WireError.self) { try WireDecoder.decode(Set<Int>.self, from: bytes) }
      #expect(throws: WireError.self) { try WireDecoder.decode(Data.self, from: bytes) }
    }
  }

  @Test("a string longer than the bytes is refused")
  func lengths() throws {
    for tag: UInt8 in [0x09, 0x0A] {
      for length: UInt64 in [1, 1 << 40, .max] {
        var writer = WireWriter()
        writer.append(tag)
        writer.appendVarint(length)
        let bytes = writer.finish()
        #expect(throws: WireError.self) { try WireDecoder.decode(String.self, from: bytes) }
        #expect(throws: WireError.self) {
          try WireDecoder.decode([String: Int].self, from: [0x08] + bytes)
        }
      }
    }
  }

  @Test("the whole may be no larger than the limit, on both sides")
  func bytes() throws {
    let text = String(repeating: "a", count: 100)
    let exact = WireLimits(maximumBytes: 102)
    let bytes = try WireEncoder.encode(text, limits: exact)
    #expect(bytes.count == 102)
    #expect(try WireDecoder.decode(String.self, from: bytes, limits: exact) == text)
    let less = WireLimits(maximumBytes: 101)
    #expect(
      problem { _ = try WireEncoder.encode(text, limits: less) }
        == .tooLarge(bytes: 102, limit: 101))
    #expect(
      problem { _ = try WireDecoder.decode(String.self, from: bytes, limits: less) }
        == .tooLarge(bytes: 102, limit: 101))
  }

  @Test("limits are brought into their range")
  func ranges() {
    #expect(
      WireLimits(maximumDepth: -5, maximumBytes: -5) == WireLimits(maximumDepth: 1, maximumBytes: 1)
    )
    #expect(WireLimits(maximumBytes: .max).maximumBytes == Int(UInt32.max))
  }

  @Test("bytes behind the value are refused")
  func trailingBytes() throws {
    let bytes = try WireEncoder.encode(Row())
    #expect(
      problem { _ = try WireDecoder.decode(Row.self, from: bytes + [0x80, 0x80]) }
        == .trailingBytes(2))
    #expect(problem { _ = try WireDecoder.decode(Row.self, from: []) } == .unexpectedEnd)
  }
}
