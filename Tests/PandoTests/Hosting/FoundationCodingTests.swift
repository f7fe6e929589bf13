import Pando
import PandoWire
import Testing

/// Foundation's own decoders of these types end the process for some bytes; a worker may lie.
@Suite("Types of Foundation that check what they read")
struct FoundationCodingTests {
  private func bytes(_ write: (inout WireWriter) throws -> Void) throws -> [UInt8] {
    var writer = WireWriter()
    try writer.beginList()
    try write(&writer)
    writer.endList()
    return writer.finish()
  }

  @Test("an index set comes back")
  func indexSet() throws {
    let sets = [
      IndexSet(), IndexSet(integer: 0), [1, 2, 3, 9], IndexSet(integersIn: 5..<1_000_000),
      IndexSet(integer: .max - 2),
    ]
    for set in sets {
      #expect(try WireDecoder.decode(from: WireEncoder.encode(set)) == set)
      #expect(try WireDecoder.decode(from: WireEncoder.encode([set, set])) == [set, set])
    }
  }

  @Test(
    "ranges of an index set at which Foundation would end the process are refused",
    arguments: [
      [1, -1], [.max, 1], [.max - 1, 1], [0, 0], [-3, 2], [4, 2, 5, 1], [1], [1, 1, 3],
    ])
  func lyingIndexSet(numbers: [Int]) throws {
    let bytes = try bytes { writer in for number in numbers { try writer.encode(number) } }
    #expect(throws: WireError.self) { try WireDecoder.decode(IndexSet.self, from: bytes) }
  }

  @Test("the parts of a URL come back, with or without a string")
  func components() throws {
    var values = try [
      "https://user:pass@example.com:8080/a%2Fb/c?q=1&r=%20#top", "mailto:a@b.c", "/a/b", "", "?q",
    ].map { try #require(URLComponents(string: $0)) }
    var components = URLComponents()
    components.host = "example.com"
    components.path = "no slash"
    #expect(components.string == nil)
    values.append(components)
    components.scheme = "x+1"
    components.port = 0
    components.user = "a b"
    components.fragment = "\u{FC}"
    values.append(components)
    for value in values {
      #expect(try WireDecoder.decode(from: WireEncoder.encode(value)) == value)
    }
  }

  @Test(
    "parts of a URL at which Foundation would end the process are refused",
    arguments: ["1a", "", "a b", "\u{E4}", "a/"])
  func lyingScheme(scheme: String) throws {
    #expect(throws: WireError.self) { try decodeParts(scheme: scheme, port: nil) }
    #expect(throws: WireError.self) { try decodeParts(scheme: nil, port: -1) }
    let url = try bytes { writer in
      try writer.encode(true)
      try writer.encode("http://[")
    }
    #expect(throws: WireError.self) { try WireDecoder.decode(URLComponents.self, from: url) }
  }

  private func decodeParts(scheme: String?, port: Int?) throws -> URLComponents {
    let none: String? = nil
    let bytes = try bytes { writer in
      try writer.encode(false)
      try writer.encode(scheme)
      try writer.encode(none)
      try writer.encode(none)
      try writer.encode(none)
      try writer.encode(port)
      try writer.encode("")
      try writer.encode(none)
      try writer.encode(none)
    }
    return try WireDecoder.decode(from: bytes)
  }

  @Test("any text is the host, the path, or another part of a URL, or refused")
  func texts() throws {
    var random = SplitMix(state: 7)
    let alphabet = Array(
      "abAZ09:/?#[]@!$&'()*+,;=%-._~ \\^`{|}\"<>\u{0}\u{7F}\u{E4}\u{1F600}\u{200D}\u{FFFD}")
    for _ in 0..<3_000 {
      let text = { (random: inout SplitMix) -> String? in
        if Bool.random(using: &random) { return nil }
        let count = Int.random(in: 0...6, using: &random)
        return String((0..<count).map { _ in alphabet.randomElement(using: &random)! })
      }
      let parts = (0..<7).map { _ in text(&random) }
      let bytes = try bytes { writer in
        try writer.encode(false)
        for part in parts[0..<4] { try writer.encode(part) }
        try writer.encode(Int.random(in: -2...70_000, using: &random))
        try writer.encode(parts[4] ?? "")
        for part in parts[5..<7] { try writer.encode(part) }
      }
      guard let read = try? WireDecoder.decode(URLComponents.self, from: bytes) else { continue }
      #expect(try WireDecoder.decode(from: WireEncoder.encode(read)) == read)
    }
  }
}
