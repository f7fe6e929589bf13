import PandoWire
import Testing

@testable import PandoHosting

@Suite("The last words of a worker on their way")
struct CulpritMessageTests {
  private static let lane = LaneID(rawValue: 7)
  private static let epoch = Epoch(rawValue: 300)

  private func heard(_ writer: borrowing WireWriter) throws -> [WorkerMessage] {
    var heard: [WorkerMessage] = []
    try writer.withBytes { bytes throws(WireError) in
      try WorkerMessage.decodeAll(bytes) { heard.append($0) }
    }
    return heard
  }

  private func encoded(_ culprit: Culprit) -> WireWriter {
    var writer = WireWriter()
    WorkerMessage.crashes(culprit).encode(into: &writer)
    return writer
  }

  @Test(
    "come out of a batch as they went in",
    arguments: [
      .action(lane, epoch, nil), .action(lane, epoch, SequenceNumber(rawValue: 900)),
      .effect(lane, name: "poll"), .effect(lane, name: ""),
    ] as [Culprit])
  func roundTrip(_ culprit: Culprit) throws {
    #expect(try heard(encoded(culprit)) == [.crashes(culprit)])
  }

  @Test("have a name that is cut, and holds no orders to a terminal")
  func names() throws {
    let long = String(repeating: "x", count: 2 * MessageText.bytesAtMost)
    let culprit = Culprit.effect(Self.lane, name: MessageText.cut(long))
    #expect(try heard(encoded(.effect(Self.lane, name: long))) == [.crashes(culprit)])
    let order = encoded(.effect(Self.lane, name: "a\u{1B}b\n"))
    #expect(try heard(order) == [.crashes(.effect(Self.lane, name: "a?b?"))])
  }

  @Test(
    "of no known kind, or of no action, are refused",
    arguments: [[3, 7], [1, 7, 5, 0], [0, 7, 0]] as [[UInt8]])
  func nonsense(_ bytes: [UInt8]) {
    var writer = WireWriter()
    for byte in [17] + bytes { writer.append(byte) }
    #expect(throws: WireError.self) { try heard(writer) }
  }
}
