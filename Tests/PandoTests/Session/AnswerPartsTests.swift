import Pando
import PandoHosting
import PandoWire
import Testing

@Suite("Answers that are not taken at once")
struct AnswerPartsTests {
  @Reducer
  struct Page {
    struct State: Codable, Equatable, Sendable { var text = "" }
    enum Action: Codable, Sendable { case fill(String, bytes: Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .fill(let letter, let bytes) = action else { return .none }
        state.text = String(repeating: letter, count: bytes)
        return .none
      }
    }
  }

  @Test("P7: are taken in parts of a size, since a connection counts messages and not bytes")
  func parts() throws {
    let feature = hostedFeature { Page() }
    let session = HostSession(
      findFeature: { _ in feature }, onOutput: {}, onReport: { Issue.record("\($0)") })
    let lane = LaneID(rawValue: 1)
    let (count, bytes) = (64, 1 << 18)
    var writer = WireWriter()
    ClientMessage.open(
      lane, feature.descriptor, .first, .first, snapshot: try WireEncoder.encode(Page.State())
    ).encode(into: &writer)
    for number in 1...count {
      let action = Page.Action.fill(number.isMultiple(of: 2) ? "a" : "b", bytes: bytes)
      ClientMessage.reduce(
        lane, .first, SequenceNumber(rawValue: UInt64(number)),
        HostedAction(bytes: ByteString(try WireEncoder.encode(action)))
      ).encode(into: &writer)
    }
    try session.receive(writer.bytes)
    #expect(session.outputByteCount > count * bytes)
    var parts: [[UInt8]] = []
    while let part = session.takeOutput() { parts.append(part) }
    #expect(session.outputByteCount == 0)
    #expect(parts.count >= count / 5)
    #expect(parts.allSatisfy { $0.count < (1 << 20) + 2 * bytes })
    var resultCount = 0
    for part in parts {
      try part.withUnsafeBytes { part in
        try WorkerMessage.decodeAll(part) { if case .result = $0 { resultCount += 1 } }
      }
    }
    #expect(resultCount == count)
    session.end()
  }
}
