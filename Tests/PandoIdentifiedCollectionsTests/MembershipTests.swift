import Foundation
import OrderedCollections
import PandoBase
import PandoIdentifiedCollections
import Testing

extension Rows {
  @Suite("The membership stamp of an identified array")
  struct MembershipTests {
    @Test("is 0 for a new empty array, and each array that is made has its own")
    func fresh() {
      #expect(IdentifiedArrayOf<Row>().membership == 0)
      #expect(rows("").membership == 0)
      #expect(rows("a").membership != 0)
      #expect(rows("a").membership != rows("a").membership)
    }

    @Test("stays when elements are mutated, moved or not removed", arguments: Change.keeping)
    func stays(change: Change) {
      var array = rows("abcd")
      let stamp = array.membership
      change.body(&array)
      #expect(array.membership == stamp, "\(change)")
      let copy = array
      #expect(copy.membership == stamp)
    }

    @Test("changes when an id is added or removed", arguments: Change.changing)
    func changes(change: Change) {
      var array = rows("abcd")
      let stamp = array.membership
      change.body(&array)
      #expect(array.membership != stamp, "\(change)")
    }

    @Test(
      "is equal only for equal sets of ids, whatever was done", arguments: 0..<40 as Range<UInt64>)
    func randomOperations(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      var arrays = [IdentifiedArrayOf<Row>(), rows("abc"), rows("abcdef")]
      var idsByStamp: [UInt64: Set<Int>] = [0: []]
      var changeCount = 0
      for _ in 0..<400 {
        let target = Int.random(in: arrays.indices, using: &generator)
        if Int.random(in: 0..<10, using: &generator) == 0 {
          arrays[target] = arrays.randomElement(using: &generator)!
        } else {
          let change = Change.all.randomElement(using: &generator)!
          change.body(&arrays[target])
        }
        let array = arrays[target]
        let ids = Set(array.ids)
        #expect(idsByStamp[array.membership, default: ids] == ids, "seed \(seed)")
        idsByStamp[array.membership] = ids
        if let before = array.lastChange.before, let known = idsByStamp[before] {
          let removed = array.lastChange.removed.map { [$0] } ?? []
          #expect(known.subtracting(removed).isSubset(of: ids), "seed \(seed)")
          #expect(ids.isDisjoint(with: removed), "seed \(seed)")
          changeCount += 1
        }
        #expect(array.isConsistent, "seed \(seed)")
      }
      #expect(idsByStamp.count > 50)
      #expect(changeCount > 50)
    }
  }

  /// One operation on an array, of any length.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: @Sendable (inout IdentifiedArrayOf<Row>) -> Void

    init(_ name: String, _ body: @escaping @Sendable (inout IdentifiedArrayOf<Row>) -> Void) {
      self.testDescription = name
      self.body = body
    }

    static var all: [Change] { keeping + changing }

    /// The changes that leave the ids of rows("abcd") as they are.
    static let keeping = [
      Change("mutate by id") { array in if let id = array.first?.id { array[id: id]?.name += "x" }
      },
      Change("mutate by position") { array in if !array.isEmpty { array[0].name += "x" } },
      Change("set the same id") { array in if let id = array.last?.id { array[id: id] = Row(id) } },
      Change("mutate none") { $0[id: -1]?.name = "x" },
      Change("set none to nil") { $0[id: -1] = nil },
      Change("remove none") { $0.remove(id: -1) },
      Change("remove an empty range") { $0.removeSubrange(0..<0) },
      Change("remove no offsets") { $0.remove(atOffsets: []) },
      Change("remove where false") { $0.removeAll { _ in false } },
      Change("filter all") { $0 = $0.filter { _ in true } },
      Change("append a known one") { array in if let row = array.first { array.append(row) } },
      Change("insert a known one") { array in if let row = array.first { array.insert(row, at: 0) }
      },
      Change("update") { array in if let row = array.first { array.updateOrAppend(row) } },
      Change("sort") { $0.sort { $0.id > $1.id } },
      Change("shuffle") { $0.shuffle() },
      Change("reverse") { $0.reverse() },
      Change("move") { $0.move(fromOffsets: $0.indices.prefix(1), toOffset: $0.count) },
      Change("swap") { array in if array.count > 1 { array.swapAt(0, 1) } },
      Change("partition") { _ = $0.partition { $0.id.isMultiple(of: 2) } },
      Change("reserve capacity") { $0.reserveCapacity(50) },
    ]

    /// The changes that add to or remove from the ids of rows("abcd").
    static let changing = [
      Change("append") { $0.append(Row($0.unusedID)) },
      Change("append contents") { $0.append(contentsOf: [Row($0.unusedID), Row(-2)]) },
      Change("insert") { $0.insert(Row($0.unusedID), at: $0.count / 2) },
      Change("set a new one by id") { $0[id: $0.unusedID] = Row($0.unusedID) },
      Change("update or append") { $0.updateOrAppend(Row($0.unusedID)) },
      Change("set to nil") { array in if let id = array.first?.id { array[id: id] = nil } },
      Change("remove by id") { array in if let id = array.last?.id { array.remove(id: id) } },
      Change("remove and append the same") { array in
        if let row = array.first { array.remove(row) }
        array.append(Row(1))
      },
      Change("remove the last") { array in if !array.isEmpty { array.removeLast() } },
      Change("remove a range") { array in array.removeSubrange(0..<Swift.min(2, array.count)) },
      Change("remove offsets") { $0.remove(atOffsets: $0.indices.filter { $0.isMultiple(of: 3) }) },
      Change("remove where") { $0.removeAll { $0.id.isMultiple(of: 2) } },
      Change("remove all") { $0.removeAll() },
      Change("filter") { $0 = $0.filter { !$0.id.isMultiple(of: 2) } },
      Change("decode") { array in
        if let data = try? JSONEncoder().encode(array) {
          array = (try? JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data)) ?? []
        }
      },
    ]
  }
}

extension IdentifiedArray where Element == Rows.Row {
  fileprivate var unusedID: Int {
    (map(\.id).max() ?? 0) + 1
  }
}
