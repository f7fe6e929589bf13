import Pando
import PandoWire
import Testing

@Suite("A key that is not equal to itself")
struct UnfindableKeysTests {
  private func follow(_ pair: Pair<Ledger>) throws {
    try pair.follow()
    #expect(try WireEncoder.encode(pair.worker.pointee) == pair.bytes)
    // The state is not equal to itself.
    #expect(try WireEncoder.encode(pair.client.pointee) == pair.bytes)
  }

  private func ledger() -> Ledger {
    var ledger = Ledger()
    // Entries come and go without being moved to other memory.
    ledger.points.reserveCapacity(100)
    for number in 0..<40 { ledger.points[LedgerPoint(x: number)] = .on(number) }
    return ledger
  }

  private let nowhere = LedgerPoint(x: 1, y: .nan)

  @Test("comes, changes and goes at the client too")
  func entries() throws {
    let pair = try Pair(ledger())
    pair.worker.pointee.points[LedgerPoint(x: 2)] = .off
    try follow(pair)
    for step in 0..<3 {
      pair.worker.pointee.points[nowhere] = .on(step)
      try follow(pair)
      #expect(pair.client.pointee.points.count == 41 + step)
      pair.worker.pointee.points[LedgerPoint(x: step)] = .named("x", LedgerPoint())
      try follow(pair)
    }
    while let index = pair.worker.pointee.points.firstIndex(where: { $0.key.y.isNaN }) {
      let isOff = pair.worker.pointee.points.values[index] == .off
      pair.worker.pointee.points.values[index] = isOff ? .on(1) : .off
      try follow(pair)
      let last = pair.worker.pointee.points.firstIndex { $0.key.y.isNaN }
      pair.worker.pointee.points.remove(at: try #require(last))
      try follow(pair)
    }
    #expect(pair.client.pointee.points.count == 40)
    #expect(pair.client.pointee == pair.worker.pointee)
  }
}
