import Pando
import PandoWire
import Testing

// Equal keys may be encoded in different ways, so it is encodings that are compared here.
@Suite("A key of a dictionary or a set that gives way to an equal one")
struct EqualKeysTests {
  private static let composed = "\u{e9}"
  private static let decomposed = "e\u{301}"

  /// Has the client follow; it is to be what the bytes say, field by field.
  private func follow<State: Codable>(_ pair: Pair<State>) throws {
    try pair.follow()
    #expect(try WireEncoder.encode(pair.worker.pointee) == pair.bytes)
    #expect(try WireEncoder.encode(pair.client.pointee) == pair.bytes)
  }

  private func ledger() -> Ledger {
    var ledger = Ledger()
    // So many that a change of one is no change of all.
    for text in (10..<60).map({ "a\($0)" }) + [Self.decomposed, "f", "z"] {
      ledger.table[text] = 1
      ledger.tags.insert(text)
    }
    for number in 0..<5 { ledger.points[LedgerPoint(x: number)] = .on(number) }
    return ledger
  }

  @Test("is the new one at the client, in a dictionary of texts")
  func texts() throws {
    let pair = try Pair(ledger())
    for text in [Self.composed, Self.decomposed, Self.composed] {
      pair.worker.pointee.table[text] = nil
      pair.worker.pointee.table[text] = 2
      try follow(pair)
      pair.worker.pointee.table[text]? += 1
      try follow(pair)
    }
    #expect(pair.wholeCount == 0)
  }

  @Test("is the new one at the client, in a dictionary of other values")
  func numbers() throws {
    let pair = try Pair(ledger())
    for zero in [-0.0, 0.0, -0.0] {
      let point = LedgerPoint(x: 3, y: zero)
      pair.worker.pointee.points[point] = nil
      pair.worker.pointee.points[point] = .off
      try follow(pair)
    }
    #expect(pair.wholeCount == 0)
  }

  @Test("is the new one at the client, in a set")
  func elements() throws {
    let pair = try Pair(ledger())
    for text in [Self.composed, Self.decomposed, Self.composed] {
      pair.worker.pointee.tags.update(with: text)
      try follow(pair)
    }
    #expect(pair.wholeCount == 0)
  }
}
