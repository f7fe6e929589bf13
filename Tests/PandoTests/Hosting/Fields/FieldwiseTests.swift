import Foundation
import Pando
import PandoWire
import Testing

@Suite("A state that is looked at field by field")
struct FieldwiseTests {
  private func ledger(_ count: Int = 20) -> Ledger {
    var ledger = Ledger()
    ledger.rows = IdentifiedArray(
      uniqueElements: (0..<count).map { LedgerRow(id: $0, text: "row \($0)") })
    ledger.plain = IdentifiedArray(
      uniqueElements: (0..<5).map { PlainLedgerRow(id: $0, text: "plain") })
    ledger.numbers = Array(0..<50)
    return ledger
  }

  @Test("is, after any change, what its whole encoding says", arguments: 0..<200 as Range<UInt64>)
  func anyChange(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let pair = try Pair(ledger(Int.random(in: 0...300, using: &random)))
    var copies: [IdentifiedArrayOf<LedgerRow>] = []
    for step in 0..<40 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        change(&pair.worker.pointee, &copies, step, &random)
      }
      try pair.follow()
      #expect(try WireEncoder.encode(pair.worker.pointee) == pair.bytes)
      #expect(pair.client.pointee == pair.worker.pointee)
      #expect(pair.client.pointee.rows.ids == pair.worker.pointee.rows.ids)
    }
  }

  private func change(
    _ ledger: inout Ledger, _ copies: inout [IdentifiedArrayOf<LedgerRow>], _ step: Int,
    _ random: inout SplitMix
  ) {
    let text = String(repeating: "x", count: Int.random(in: 0...40, using: &random))
    let row = ledger.rows.ids.randomElement(using: &random)
    let position = Int.random(in: 0...ledger.rows.count, using: &random)
    switch Int.random(in: 0..<60, using: &random) {
    case 30...59: ledger.changeParts(step, text, &random)
    case 0: ledger.counter += Int.random(in: 0...1_000, using: &random)
    case 1: ledger.settings.name = text
    case 2: ledger.settings.point.y += 0.5
    case 3: ledger.settings.mode = .named(text, LedgerPoint(x: step))
    case 4: ledger.settings.mode = .on(step)
    case 5: ledger.tags.insert(text)
    case 6: ledger.table[text, default: 0] += 1
    case 7: ledger.numbers.append(step)
    case 8: if !ledger.numbers.isEmpty { ledger.numbers[ledger.numbers.count / 2] = step }
    case 9: ledger.note = Bool.random(using: &random) ? text : nil
    case 10: ledger.date += 1
    case 11: ledger.last -= 300
    case 12...16: if let row { ledger.rows[id: row]?.text = text }
    case 17: if position < ledger.rows.count { ledger.rows[position].point.x -= 1 }
    case 18: ledger.rows.append(LedgerRow(id: 1_000 + Int.random(in: 0...500, using: &random)))
    case 19: ledger.rows.insert(LedgerRow(id: 2_000 + step, text: text), at: position)
    case 20: if let row { ledger.rows.remove(id: row) }
    case 21: if let row { ledger.rows[id: row] = nil }
    case 22: ledger.rows.shuffle(using: &random)
    case 23: if ledger.rows.count > 1 { ledger.rows.swapAt(0, ledger.rows.count - 1) }
    case 24: copies.append(ledger.rows)
    case 25: if let copy = copies.popLast() { ledger.rows = copy }
    case 26: swap(&ledger.rows, &ledger.others)
    case 27: ledger.plain[id: Int.random(in: 0..<8, using: &random)]?.text = text
    case 28: ledger.rows.removeAll { $0.id % 7 == step % 7 }
    default:
      // Taken out, changed, and put back.
      var rows = ledger.rows
      ledger.rows = []
      if let row { rows[id: row]?.text = text }
      ledger.rows = rows
    }
  }

  @Test("sends and touches one row of many")
  func oneRow() throws {
    let pair = try Pair(ledger(10_000))
    // The first look at the rows is at all of them.
    for step in 0..<100 {
      pair.worker.pointee.rows[id: 5_000 + step]?.point.x += 1
      let patch = try pair.follow()
      #expect(patch.byteCount <= 4)
    }
    #expect(pair.wholeCount == 0)
    #expect(pair.client.pointee == pair.worker.pointee)
  }

  @Test("sends a row that comes, and removes one that goes, without the others")
  func comingAndGoing() throws {
    let pair = try Pair(ledger(2_000))
    for step in 0..<20 {
      pair.worker.pointee.rows.append(LedgerRow(id: 10_000 + step, text: "new"))
      #expect(try pair.follow().byteCount < 40)
      pair.worker.pointee.rows.remove(id: 700 + step)
      #expect(try pair.follow().byteCount < 40)
      pair.worker.pointee.rows.insert(LedgerRow(id: 20_000 + step, text: "new"), at: 300)
      #expect(try pair.follow().byteCount < 40)
    }
    #expect(pair.wholeCount == 0)
    #expect(pair.client.pointee == pair.worker.pointee)
  }

  @Test("is decoded as a whole where rows get each other's places")
  func exchange() throws {
    let pair = try Pair(ledger(10))
    let (first, last) = (pair.worker.pointee.rows[0], pair.worker.pointee.rows[9])
    pair.worker.pointee.rows.remove(at: 9)
    pair.worker.pointee.rows.remove(at: 0)
    pair.worker.pointee.rows.insert(last, at: 0)
    pair.worker.pointee.rows.append(first)
    try pair.follow()
    #expect(pair.client.pointee == pair.worker.pointee)
    #expect(pair.client.pointee.rows.index(id: 9) == 0)
  }

  @Test("refuses a patch that is not one of fields")
  func foreignPatches() throws {
    let ledger = ledger()
    let bytes = try WireEncoder.encode(ledger)
    let table = try #require(FieldTable.of(Ledger.self))
    var random = SplitMix(state: 1)
    var known = 0
    for _ in 0..<20_000 {
      let patch = try ForeignPatch(of: ledger, bytes, table, bytesAtMost: 6, using: &random)
      guard let patch else { continue }
      // What is taken is what the whole would give.
      known += 1
      #expect(try WireDecoder.decode(Ledger.self, from: patch.bytes) == patch.state)
    }
    #expect(known > 100)
  }

  @Test("tells which types are compared by their bits")
  func bitwiseTypes() {
    func isBitwise(_ type: Any.Type) -> Bool {
      var visit = TypeVisit()
      return visit.isBitwise(type)
    }
    let bitwise: [Any.Type] = [
      Int.self, String.self, Date.self, [String: [Int]].self, LedgerPoint?.self, LedgerPace.self,
      LedgerRow.self, LedgerMode.self, PlainLedgerRow.self, LedgerPage.self,
      LedgerBranch.self, IdentifiedArrayOf<LedgerRow>.self, PresentationState<LedgerRow>.self,
    ]
    for type in bitwise { #expect(isBitwise(type), "\(type)") }
    let others: [Any.Type] = [
      LedgerBox.self, BoxedLedger.self, [LedgerBox].self, LedgerBox?.self,
      Data?.self,
    ]
    for type in others { #expect(!isBitwise(type), "\(type)") }
  }

  @Test("sees what changes behind a reference")
  func references() throws {
    let table = try #require(FieldTable.of(BoxedLedger.self))
    var state = BoxedLedger()
    let bytes = try WireEncoder.encode(state)
    let patch = try withUnsafeMutablePointer(to: &state) { state in
      let encoding = try #require(FieldwiseEncoding(table, state, bytes))
      state.pointee.box.value = 7
      var writer = WireWriter()
      return try bytes.withUnsafeBytes { try encoding.patch(state, $0, using: &writer) }
    }
    #expect(try patch.applied(to: bytes) == WireEncoder.encode(state))
    #expect(patch != .unchanged)
  }
}
