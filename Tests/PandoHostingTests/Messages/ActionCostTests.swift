import PandoWire
import Testing

@testable import PandoHosting

@Suite("The costs of actions on their way")
struct ActionCostTests {
  private func heard(_ writer: borrowing WireWriter) throws -> [WorkerMessage] {
    var heard: [WorkerMessage] = []
    try writer.withBytes { bytes throws(WireError) in
      try WorkerMessage.decodeAll(bytes) { heard.append($0) }
    }
    return heard
  }

  @Test("come out of a batch as they went in")
  func roundTrip() throws {
    let costs = [
      ActionCost(feature: "App.Search", action: "queryChanged", count: 300, nanoseconds: 1 << 40),
      ActionCost(feature: "", action: "", count: 0, nanoseconds: .max),
    ]
    for message in [WorkerMessage.spent(costs), .spent([])] {
      var writer = WireWriter()
      message.encode(into: &writer)
      #expect(try heard(writer) == [message])
    }
  }

  @Test("are refused where there are too many, or they are cut")
  func nonsense() {
    let cost = ActionCost(feature: "F", action: "up", count: 1, nanoseconds: 1)
    var long = WireWriter()
    WorkerMessage.spent(Array(repeating: cost, count: ActionCost.countAtMost + 1))
      .encode(into: &long)
    #expect(throws: WireError.self) { try heard(long) }
    var cut = WireWriter()
    for byte: UInt8 in [18, 1, 1] { cut.append(byte) }
    #expect(throws: WireError.self) { try heard(cut) }
  }
}
