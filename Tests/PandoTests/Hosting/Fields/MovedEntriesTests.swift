import Pando
import PandoWire
import Testing

/// An element that is another with the same number.
@WireCoded
struct NotedNumber: Codable, Hashable, Sendable {
  var number: Int
  var note = 0

  static func == (left: NotedNumber, right: NotedNumber) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

@WireCoded
struct NotedNumbers: Codable, Sendable {
  var set: Set<NotedNumber> = []
  var table: [NotedNumber: Int] = [:]
  var last = 0
}

// Where entries lie depends on the hashes, which are others for each set: so there are many.
@Suite("An entry that moves into a bucket that became free")
struct MovedEntriesTests {
  @Test("and is replaced by an equal one is not lost", arguments: 0..<500 as Range<UInt64>)
  func replaced(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var state = NotedNumbers()
    let numbers = 0..<12
    for number in numbers {
      state.set.insert(NotedNumber(number: number))
      state.table[NotedNumber(number: number)] = number
    }
    let pair = try Pair(state)
    for step in 1...4 {
      let gone = numbers.randomElement(using: &random) ?? 0
      let other = (gone + Int.random(in: 1...11, using: &random)) % numbers.count
      pair.worker.pointee.set.remove(NotedNumber(number: gone))
      pair.worker.pointee.set.update(with: NotedNumber(number: other, note: step))
      let key = NotedNumber(number: other, note: step)
      pair.worker.pointee.table[NotedNumber(number: gone)] = nil
      pair.worker.pointee.table[key] = nil
      pair.worker.pointee.table[key] = step
      try pair.follow()
      #expect(try WireEncoder.encode(pair.worker.pointee) == pair.bytes)
      #expect(try WireEncoder.encode(pair.client.pointee) == pair.bytes)
      pair.worker.pointee.set.insert(NotedNumber(number: gone))
      pair.worker.pointee.table[NotedNumber(number: gone)] = gone
      try pair.follow()
      #expect(try WireEncoder.encode(pair.client.pointee) == pair.bytes)
    }
  }
}
