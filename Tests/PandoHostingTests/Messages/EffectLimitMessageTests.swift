import PandoWire
import Testing

@testable import PandoHosting

@Suite("The times of effects on their way")
struct EffectLimitMessageTests {
  private let lane = LaneID(rawValue: 7)

  @Test(
    "come out of a batch as they went in",
    arguments: [
      EffectLimits(cancellationMilliseconds: 300),
      EffectLimits(cancellationMilliseconds: 1, effectMilliseconds: 5_000),
    ])
  func limits(_ limits: EffectLimits) throws {
    var writer = WireWriter()
    ClientMessage.limit(lane, limits).encode(into: &writer)
    var read: [ClientMessage] = []
    try writer.withBytes { bytes throws(WireError) in
      try ClientMessage.decodeAll(bytes) { read.append($0) }
    }
    #expect(read == [.limit(lane, limits)])
  }

  @Test("are brought into bounds, whatever a peer says")
  func bounds() throws {
    var writer = WireWriter()
    writer.append(13, lane)
    writer.appendVarint(0)
    writer.appendVarint(Int.max)
    var read: [ClientMessage] = []
    try writer.withBytes { bytes throws(WireError) in
      try ClientMessage.decodeAll(bytes) { read.append($0) }
    }
    let limits = EffectLimits(cancellationMilliseconds: 1, effectMilliseconds: 365 * 86_400_000)
    #expect(read == [.limit(lane, limits)])
  }

  @Test("so does the news of an effect that does not end, with a text that is cut")
  func hang() throws {
    let text = String(repeating: "x", count: 2 * MessageText.bytesAtMost)
    var writer = WireWriter()
    var notice = EffectHangNotice(
      cancelledCount: 3, effect: "poll", isCertain: true, reason: text)
    WorkerMessage.effectHangs(lane, notice).encode(into: &writer)
    var heard: [WorkerMessage] = []
    try writer.withBytes { bytes throws(WireError) in
      try WorkerMessage.decodeAll(bytes) { heard.append($0) }
    }
    notice.reason = MessageText.cut(text)
    #expect(heard == [.effectHangs(lane, notice)])
  }
}
