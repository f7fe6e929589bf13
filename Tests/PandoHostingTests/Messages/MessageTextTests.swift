import PandoHosting
import PandoWire
import Testing

/// A peer keeps what another says, perhaps once for each lane (P11).
@Suite("Texts for people in messages")
struct MessageTextTests {
  private func reason(_ message: WorkerMessage) throws -> String? {
    var writer = WireWriter()
    message.encode(into: &writer)
    var reason: String?
    try writer.bytes.withUnsafeBytes { bytes in
      try WorkerMessage.decodeAll(bytes) { message in
        if case .refuse(let said) = message { reason = said }
        if case .failed(_, let said) = message { reason = said }
      }
    }
    return reason
  }

  @Test("cross as they are, up to a limit", arguments: [0, 1, 4_095, 4_096])
  func short(count: Int) throws {
    let text = String(repeating: "a", count: count)
    #expect(try reason(.refuse(reason: text)) == text)
    #expect(try reason(.failed(LaneID(rawValue: 1), reason: text)) == text)
  }

  @Test(
    "are cut beyond it, and between characters",
    arguments: ["a", "\u{E9}", "\u{20AC}", "\u{1F469}\u{200D}\u{1F680}"])
  func long(character: String) throws {
    let text = String(repeating: character, count: 5_000)
    let cut = try #require(try reason(.refuse(reason: text)))
    #expect(cut.hasSuffix("...") && text.utf8.starts(with: cut.utf8.dropLast(3)))
    #expect((4_080...4_096).contains(cut.utf8.count))
    #expect(!cut.contains("\u{FFFD}"))
  }

  @Test("of a peer that does not cut them are cut as they are read")
  func longFromOthers() throws {
    var writer = WireWriter()
    // A refusal, as whoever wrote it had it: its kind, and the text.
    WorkerMessage.refuse(reason: "").encode(into: &writer)
    let kind = writer.bytes[0]
    var other = WireWriter()
    other.append(kind)
    other.appendString(String(repeating: "b", count: 1 << 20))
    var read: String?
    try other.bytes.withUnsafeBytes { bytes in
      try WorkerMessage.decodeAll(bytes) { message in
        if case .refuse(let said) = message { read = said }
      }
    }
    #expect(read?.utf8.count == 4_096)
  }

  @Test("names of clients have a limit", arguments: [1_024, 1_025])
  func names(count: Int) throws {
    var writer = WireWriter()
    let name = String(repeating: "n", count: count)
    ClientMessage.hello(Hello(name: name, features: [])).encode(into: &writer)
    var read: String?
    func decode() throws {
      try writer.bytes.withUnsafeBytes { bytes in
        try ClientMessage.decodeAll(bytes) { message in
          if case .hello(let hello) = message { read = hello.name }
        }
      }
    }
    if count <= 1_024 {
      try decode()
      #expect(read == name)
    } else {
      #expect(throws: WireError.self) { try decode() }
    }
  }
}
