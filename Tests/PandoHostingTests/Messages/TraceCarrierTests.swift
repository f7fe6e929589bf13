import PandoWire
import Testing

@testable import PandoHosting

@Suite("The context of a trace on its way")
struct TraceCarrierTests {
  private static let fields = ["traceparent": "00-0af7-b7ad-01", "tracestate": "a=1,b=2"]

  @Test("comes out of a batch as it went in, ahead of its action")
  func roundTrip() throws {
    let carrier = try #require(TraceCarrier(Self.fields))
    let lane = LaneID(rawValue: 7)
    let messages: [ClientMessage] = [
      .trace(lane, .first, carrier),
      .reduce(lane, .first, .first, HostedAction(bytes: ByteString([1, 2]))),
    ]
    var writer = WireWriter()
    for message in messages { message.encode(into: &writer) }
    var read: [ClientMessage] = []
    try writer.withBytes { bytes throws(WireError) in
      try ClientMessage.decodeAll(bytes) { read.append($0) }
    }
    #expect(read == messages)

    let answer = WorkerMessage.trace(lane, number: 3, carrier)
    var answers = WireWriter()
    answer.encode(into: &answers)
    var heard: [WorkerMessage] = []
    try answers.withBytes { bytes throws(WireError) in
      try WorkerMessage.decodeAll(bytes) { heard.append($0) }
    }
    #expect(heard == [answer])
  }

  @Test("is none where there is nothing to say, or more than may cross")
  func bounds() {
    #expect(TraceCarrier([:]) == nil)
    let many = (0...TraceCarrier.fieldsAtMost).map { ("field \($0)", "") }
    #expect(TraceCarrier(Dictionary(uniqueKeysWithValues: many)) == nil)
    #expect(TraceCarrier(["a": String(repeating: "b", count: TraceCarrier.bytesAtMost)]) == nil)
    #expect(TraceCarrier(["a": String(repeating: "b", count: TraceCarrier.bytesAtMost - 1)]) != nil)
  }

  @Test(
    "is an error where a peer sends too much, nothing, or one name twice",
    arguments: [
      Array(repeating: ("name", "value"), count: 2), [],
      (0...TraceCarrier.fieldsAtMost).map { ("\($0)", "") },
      [("name", String(repeating: "x", count: TraceCarrier.bytesAtMost))],
    ])
  func lies(_ fields: [(String, String)]) {
    var writer = WireWriter()
    writer.append(14)
    writer.appendVarint(1 as UInt64)
    writer.appendVarint(1 as UInt64)
    writer.appendVarint(fields.count)
    for (name, value) in fields {
      writer.appendString(name)
      writer.appendString(value)
    }
    writer.withBytes { bytes in
      _ = #expect(throws: WireError.self) { try WorkerMessage.decodeAll(bytes) { _ in } }
    }
  }
}
