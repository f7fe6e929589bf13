import PandoWire
import Testing

extension CustomCodingTests {
  @Test("a value that fails to encode leaves nothing behind when its type goes on without it")
  func failedParts() throws {
    struct Refusal: Error {}
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: "a")
        var list = container.nestedUnkeyedContainer(forKey: "b")
        try list.encode(2)
        throw Refusal()
      }
    }
    try exchange { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: "a")
      #expect(throws: Refusal.self) { try container.encode(Refusing(), forKey: "b") }
      #expect(throws: Refusal.self) { try container.encode([Refusing()], forKey: "b") }
      try container.encode(2, forKey: "c")
    } _: { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.allKeys.map(\.stringValue) == ["a", "c"])
      #expect(try container.decode(Int.self, forKey: "c") == 2)
    }
    try exchange { encoder in
      var container = encoder.singleValueContainer()
      #expect(throws: Refusal.self) { try container.encode(Refusing()) }
      try container.encode("instead")
    } _: { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      #expect(text == "instead")
    }
  }

  @Test("a type may keep its decoder until another part of the value is known")
  func keptDecoders() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    try exchange { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(Row(id: 9), forKey: "payload")
      try container.encode([7], forKey: "list")
      try container.encode("row", forKey: "kind")
    } _: { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      let kept = try container.decode(Kept.self, forKey: "payload")
      let list = try container.decode(Kept.self, forKey: "list")
      #expect(try container.decode(String.self, forKey: "kind") == "row")
      #expect(try Row(from: kept.decoder) == Row(id: 9))
      #expect(try [Int](from: list.decoder) == [7])
      #expect(try Row(from: kept.decoder) == Row(id: 9))
    }
  }

  @Test("a container that is kept until the value is done fails instead of reading other bytes")
  func keptForTooLong() throws {
    final class Holder: @unchecked Sendable {
      // Used by this test only, on one thread.
      var decoder: (any Decoder)?
      var keyed: KeyedReader?
      var list: (any UnkeyedDecodingContainer)?
      var encoder: (any Encoder)?
      var writer: KeyedWriter?
    }
    let holder = Holder()
    try exchange { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode([Row(), Row()], forKey: "rows")
      holder.encoder = encoder
      holder.writer = container
    } _: { decoder in
      holder.decoder = decoder
      holder.keyed = try decoder.container(keyedBy: Key.self)
      holder.list = try holder.keyed?.nestedUnkeyedContainer(forKey: "rows")
    }
    for _ in 0..<3 {
      #expect(throws: (any Error).self) { try holder.decoder?.container(keyedBy: Key.self) }
      #expect(throws: (any Error).self) {
        try holder.decoder?.singleValueContainer().decode(Int.self)
      }
      #expect(throws: (any Error).self) { try holder.keyed?.decode([Row].self, forKey: "rows") }
      #expect(holder.keyed?.allKeys.isEmpty == true)
      #expect(throws: (any Error).self) { try holder.list?.decode(Row.self) }
      #expect(holder.list?.isAtEnd == true)
      #expect(throws: (any Error).self) { try holder.writer?.encode(1, forKey: "x") }
      #expect(throws: (any Error).self) {
        var container = holder.encoder?.singleValueContainer()
        try container?.encode(1)
      }
      // Others use the memory meanwhile, and are not disturbed.
      try expectRoundTrip(Everything())
    }
    let holdsOthers = Holder()
    try exchange(writeLetters) { decoder in
      holdsOthers.keyed = try decoder.container(keyedBy: Key.self)
      #expect(throws: (any Error).self) { try holder.keyed?.decode([Row].self, forKey: "b") }
      #expect(throws: (any Error).self) { try holder.keyed?.decode(Int.self, forKey: "a") }
      #expect(throws: (any Error).self) { try holder.list?.decode(Int.self) }
      #expect(throws: (any Error).self) { try holder.decoder?.container(keyedBy: Key.self) }
      #expect(try holdsOthers.keyed?.decode(Int.self, forKey: "a") == 1)
    }
  }

  @Test("coding paths are those of the place")
  func codingPaths() throws {
    func path(_ path: [any CodingKey]) -> [String] { path.map(\.stringValue) }
    try exchange { encoder in
      var root = encoder.container(keyedBy: Key.self)
      var list = root.nestedUnkeyedContainer(forKey: "list")
      try list.encode(0)
      var inner = list.nestedContainer(keyedBy: Key.self)
      #expect(path(inner.codingPath).suffix(2) == ["list", "[1]"])
      try inner.encode(
        Written { #expect(path($0.codingPath).suffix(3) == ["list", "[1]", "a"]) }, forKey: "a")
    } _: { decoder in
      let root = try decoder.container(keyedBy: Key.self)
      var list = try root.nestedUnkeyedContainer(forKey: "list")
      #expect(path(list.codingPath).suffix(1) == ["list"])
      _ = try list.decode(Int.self)
      let inner = try list.nestedContainer(keyedBy: Key.self)
      #expect(path(inner.codingPath).suffix(2) == ["list", "[1]"])
      #expect(
        try path(inner.superDecoder(forKey: "a").codingPath).suffix(3) == ["list", "[1]", "a"])
    }
  }

  @Test("an encoder asked for two kinds of container refuses")
  func twoKinds() {
    let bad: [(any Encoder) throws -> Void] = [
      { encoder in
        _ = encoder.container(keyedBy: Key.self)
        _ = encoder.unkeyedContainer()
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        try single.encode(2)
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        _ = encoder.container(keyedBy: Key.self)
      },
    ]
    for body in bad {
      #expect(throws: WireError.self) { try WireEncoder.encode(Written(body)) }
      #expect(throws: WireError.self) { try WireEncoder.encode([Written(body)]) }
    }
  }

  @Test("writing to a container around the value that is being encoded refuses")
  func writingAround() {
    let bad = Written { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var closed = outer.nestedUnkeyedContainer(forKey: "closed")
      try outer.encode(
        Written { encoder in
          var inner = encoder.container(keyedBy: Key.self)
          try closed.encode(1)
          try outer.encode(2, forKey: "x")
          try inner.encode(3, forKey: "y")
        }, forKey: "inner")
    }
    #expect(throws: WireError.self) { try WireEncoder.encode(bad) }
  }

  @Test("misuse in a value inside a list that was begun by hand is an error as well")
  func misuseByHand() throws {
    let bad = Written { encoder in
      _ = encoder.container(keyedBy: Key.self)
      _ = encoder.unkeyedContainer()
    }
    var writer = WireWriter()
    try writer.beginList()
    do {
      try writer.encode(bad)
      Issue.record("it did not throw")
    } catch {
      #expect(writer.count == 1)
    }
  }
}
