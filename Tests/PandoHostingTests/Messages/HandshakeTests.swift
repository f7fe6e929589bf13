import PandoHosting
import PandoWire
import Testing

@Suite("The messages of the handshake")
struct HandshakeTests {
  private let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func encoded(_ message: ClientMessage) -> [UInt8] {
    var writer = WireWriter()
    message.encode(into: &writer)
    return writer.bytes
  }

  private func hello(_ bytes: [UInt8]) throws -> Hello? {
    var found: Hello?
    try bytes.withUnsafeBytes { batch in
      try ClientMessage.decodeAll(batch) { message in
        if case .hello(let hello) = message { found = hello }
      }
    }
    return found
  }

  @Test("a hello says its versions, its build and its features")
  func hellos() throws {
    for build in [nil, BuildID("1.2.3+4-f_00")] {
      let hello = Hello(
        versions: ProtocolRange(least: 5, greatest: 12), name: "a client", build: build,
        features: [feature])
      #expect(try self.hello(encoded(.hello(hello))) == hello)
    }
  }

  @Test("of a hello that shares no version, nothing is read but the versions")
  func strangers() throws {
    let later = Hello(
      versions: ProtocolRange(least: 90, greatest: 99), name: "later", features: [feature])
    #expect(
      try hello(encoded(.hello(later)))
        == Hello(versions: ProtocolRange(least: 90, greatest: 99), name: "", features: []))
    // What is behind them may be anything.
    let earlier = [1] + ProtocolVersion.magic + [3, 4, 2, 0x61, 0x62, 0]
    #expect(
      try hello(earlier)
        == Hello(versions: ProtocolRange(least: 3, greatest: 4), name: "", features: []))
  }

  @Test("a build is a name of letters, digits and a few signs, or no name at all")
  func builds() throws {
    let good = ["a", "1.0", "v2_beta-3+x", String(repeating: "f", count: 64)]
    for text in good { #expect(BuildID(text)?.text == text) }
    let bad = ["", " ", "a b", "a/b", "\u{E9}", "a\n", String(repeating: "f", count: 65)]
    for text in bad { #expect(BuildID(text) == nil, "\(text)") }
    var bytes = encoded(.hello(Hello(name: "n", build: BuildID("ab"), features: [])))
    let place = try #require(bytes.firstRange(of: [2, 0x61, 0x62])?.lowerBound)
    bytes[place + 1] = 0x20
    #expect(throws: WireError.self) { try hello(bytes) }
  }

  @Test("a client whose name holds control characters is refused")
  func controlCharacters() throws {
    for name in ["a\u{1b}[2J", "a\nb", "\u{7f}", "a\u{9b}2J"] {
      #expect(throws: WireError.self) {
        try hello(encoded(.hello(Hello(name: name, features: []))))
      }
    }
    let named = Hello(name: "\u{e9}t\u{e9}", features: [])
    #expect(try hello(encoded(.hello(named))) == named)
  }

  @Test("a welcome says what placement goes by")
  func welcomes() throws {
    let traits = [
      WorkerTraits.none,
      WorkerTraits(
        labels: ["gpu"], lanesAtMost: 0, share: PlacementShare(thousandths: 0),
        build: BuildID("one")),
      WorkerTraits(share: PlacementShare(thousandths: 999)),
      WorkerTraits(lanesAtMost: .max - 1),
    ]
    for traits in traits {
      let welcome = Welcome(processID: 7, features: [feature], traits: traits)
      var writer = WireWriter()
      WorkerMessage.welcome(welcome).encode(into: &writer)
      var found: Welcome?
      try writer.bytes.withUnsafeBytes { batch in
        try WorkerMessage.decodeAll(batch) { message in
          if case .welcome(let welcome) = message { found = welcome }
        }
      }
      #expect(found == welcome)
    }
  }

  @Test("a welcome says the largest limit as one less")
  func largestLimit() throws {
    let traits = WorkerTraits(lanesAtMost: .max)
    var writer = WireWriter()
    WorkerMessage.welcome(Welcome(processID: 7, features: [], traits: traits)).encode(into: &writer)
    var found: Int?
    try writer.bytes.withUnsafeBytes { batch in
      try WorkerMessage.decodeAll(batch) { message in
        if case .welcome(let welcome) = message { found = welcome.traits.lanesAtMost }
      }
    }
    #expect(found == .max - 1)
  }
}
