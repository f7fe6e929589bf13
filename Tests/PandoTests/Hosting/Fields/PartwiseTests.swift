import Foundation
import Pando
import PandoWire
import Synchronization
import Testing

@Suite("A large part of a state", .serialized)
struct PartwiseTests {
  private struct Change: Sendable {
    let name: String
    /// The most texts that may be encoded and decoded for it.
    let most: Int
    let make: @Sendable (inout CountedLedger, Int) -> Void

    init(
      _ name: String, _ most: Int, _ make: @escaping @Sendable (inout CountedLedger, Int) -> Void
    ) {
      self.name = name
      self.most = most
      self.make = make
    }
  }

  private static let size = 1_000

  private static func name(_ step: Int) -> String { "a text, number \(step * 7 % size)" }

  private func state() -> CountedLedger {
    var state = CountedLedger()
    let texts = (0..<Self.size).map { "a text, number \($0)" }
    state.array = texts.map { CountedRow(text: CountedText($0)) }
    state.table = Dictionary(
      uniqueKeysWithValues: texts.map { ($0, CountedRow(text: CountedText($0))) })
    state.set = Set(texts.map { CountedText($0) })
    state.part = CountedPart()
    state.page = .part(CountedPart())
    state.shown.wrappedValue = .part(CountedPart())
    for _ in 0..<Self.size { state.stack.append(CountedPart()) }
    return state
  }

  private static let changes = [
    Change("an element of an array", 4) { $0.array[$1 * 7 % size].number += 1 },
    Change("an element that comes to an array", 4) {
      $0.array.insert(CountedRow(text: CountedText("new")), at: 300 + $1)
    },
    Change("an element that goes from an array", 4) { state, _ in state.array.remove(at: 500) },
    Change("the value of a key", 4) { $0.table[name($1)]?.number += 1 },
    Change("a key that comes", 4) { $0.table["new \($1)"] = CountedRow(text: CountedText("new")) },
    // Entries that lie in other buckets than in the copy are encoded, and found the same. How many there are is a matter of
    // the process's hash seed; beyond this number the whole is encoded.
    Change("a key that goes", RowChanges.updatesAtMost) { $0.table[name($1)] = nil },
    Change("an element that comes to a set", 4) { $0.set.insert(CountedText("new \($1)")) },
    Change("an element that goes from a set", RowChanges.updatesAtMost) {
      $0.set.remove(CountedText(name($1)))
    },
    Change("a field of an optional", 0) { state, _ in state.part?.count += 1 },
    Change("a field of a payload", 0) { state, step in
      guard case .part(var part) = state.page else { return }
      part.count += step
      state.page = .part(part)
    },
    Change("a field of what is presented", 0) { state, step in
      guard case .part(var part)? = state.shown.wrappedValue else { return }
      part.count += step
      state.shown.wrappedValue = .part(part)
    },
    Change("an element of a stack", 8) {
      $0.stack[id: Array($0.stack.ids)[$1 * 7 % size]]?.count += 1
    },
  ]

  @Test("is not touched by a change of another part of it", arguments: 0..<changes.count)
  func parts(index: Int) throws {
    let change = Self.changes[index]
    let pair = try Pair(state())
    // The first change of a collection that is held copies it, and may have it rehashed.
    for step in 0..<6 {
      change.make(&pair.worker.pointee, step)
      try pair.follow()
    }
    for step in 6..<30 {
      let count = CountedText.count.load(ordering: .relaxed)
      change.make(&pair.worker.pointee, step)
      let patch = try pair.follow()
      let touched = CountedText.count.load(ordering: .relaxed) - count
      #expect(touched <= change.most, "\(change.name), step \(step)")
      #expect(patch.byteCount < 60, "\(change.name)")
    }
    #expect(pair.wholeCount == 0)
    #expect(try WireEncoder.encode(pair.worker.pointee) == pair.bytes)
    #expect(pair.client.pointee == pair.worker.pointee)
  }

  @Test("is found changed after any number of changes without one")
  func quiet() throws {
    let pair = try Pair(state())
    for step in 0..<60 {
      if step % 7 == 0 {
        pair.worker.pointee.array[step].number += 1
        pair.worker.pointee.table[Self.name(step)]?.isMarked.toggle()
        pair.worker.pointee.set.insert(CountedText("new \(step)"))
      }
      try pair.follow()
      #expect(pair.client.pointee == pair.worker.pointee)
    }
  }

  @Test("keeps its own copy of what somebody else holds too")
  func held() throws {
    let pair = try Pair(state())
    var copies: [CountedLedger] = []
    for step in 0..<20 {
      copies.append(pair.worker.pointee)
      pair.worker.pointee.array[step].number += 1
      pair.worker.pointee.table[Self.name(step)]?.number += 1
      pair.worker.pointee.set.remove(CountedText(Self.name(step)))
      try pair.follow()
      #expect(pair.client.pointee == pair.worker.pointee)
    }
    for (step, copy) in copies.enumerated() {
      #expect(copy.array[step].number == 0)
      #expect(copy.set.count == Self.size - step)
    }
  }

  @Test("is decoded as a whole where very many splices are in it")
  func veryManySplices() throws {
    var state = CountedLedger()
    let rows = (0..<20).map { CountedRow(text: CountedText("a text, number \($0)")) }
    state.array = rows
    let bytes = try WireEncoder.encode(state)
    let table = try #require(FieldTable.of(CountedLedger.self))
    let decoding = try #require(FieldwiseDecoding(table, bytes))
    let row = try WireEncoder.encode(rows[7])
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: row) })
    let splice = Splice(offset: start, removedCount: 0, bytes: [])
    for (count, least) in [(10, 0), (70_000, rows.count)] {
      let patch = Patch.splices(Array(repeating: splice, count: count))
      let before = CountedText.count.load(ordering: .relaxed)
      let change = try withUnsafeMutablePointer(to: &state) { state in
        try bytes.withUnsafeBytes { try decoding.change(by: patch, to: $0, of: state) }
      }
      #expect(CountedText.count.load(ordering: .relaxed) - before == least)
      let found = try #require(change)
      withUnsafeMutablePointer(to: &state) { found.apply(to: $0) }
      #expect(try WireEncoder.encode(state) == bytes)
    }
  }

  @Test("refuses a patch of bytes that are no such part", arguments: 0..<20 as Range<UInt64>)
  func foreignPatches(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var ledger = Ledger()
    ledger.numbers = [1, 2, 3]
    ledger.flags = [true, false]
    ledger.list = [LedgerRow(id: 1), LedgerRow(id: 2)]
    ledger.names = [1: PlainLedgerRow(id: 1), 2: PlainLedgerRow(id: 2, text: "x")]
    ledger.table = ["a": 1, "b": 2, "c": 3]
    ledger.tags = ["p", "q"]
    ledger.data = Data([1, 2, 3])
    ledger.text = "t\u{e9}xt \u{1F600}"
    ledger.detail = LedgerDetail(count: 1, numbers: [4])
    ledger.page = .detail(LedgerDetail(count: 2))
    ledger.shownPage.wrappedValue = .text("x")
    ledger.stack.append(.row(LedgerRow(id: 1)))
    let bytes = try WireEncoder.encode(ledger)
    let table = try #require(FieldTable.of(Ledger.self))
    for _ in 0..<2_000 {
      let patch = try ForeignPatch(of: ledger, bytes, table, bytesAtMost: 4, using: &random)
      guard let patch else { continue }
      #expect(try WireDecoder.decode(Ledger.self, from: patch.bytes) == patch.state)
    }
  }
}
