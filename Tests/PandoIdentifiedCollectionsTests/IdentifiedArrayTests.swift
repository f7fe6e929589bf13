import OrderedCollections
import PandoIdentifiedCollections
import Testing

extension Rows {
  @Suite("An identified array")
  struct IdentifiedArrayTests {
    @Test("keeps its elements in order and finds them by id")
    func lookUp() {
      let array = rows("abc")
      #expect(array.letters == "abc")
      #expect(array.ids == [0, 1, 2])
      #expect(array.elements == [Row(0, "a"), Row(1, "b"), Row(2, "c")])
      #expect(array.index(id: 1) == 1)
      #expect(array.index(id: 9) == nil)
      #expect(array[id: 2]?.name == "c")
      #expect(array[id: 9] == nil)
      #expect(array[1].name == "b")
      #expect(array.count == 3 && !array.isEmpty)
      #expect(IdentifiedArrayOf<Row>().isEmpty)
    }

    @Test("is made with ids from any property")
    func keyPaths() {
      var words = IdentifiedArray(uniqueElements: ["oak", "elm"], id: \String.self)
      #expect(words.append("elm") == (false, 1))
      #expect(words.append("ash") == (true, 2))
      #expect(words[id: "ash"] == "ash")
      var empty = IdentifiedArray(id: \Row.name, minimumCapacity: 4)
      #expect(empty.append(Row(1, "a")) == (true, 0))
      #expect(empty.append(Row(2, "a")) == (false, 0))
      let counts = IdentifiedArray(["a", "bb", "c"], id: \.count, uniquingIDsWith: { $1 })
      #expect(counts.elements == ["c", "bb"])
    }

    @Test("combines elements of one id on request")
    func combining() {
      let array = IdentifiedArray([Row(1, "a"), Row(2, "b"), Row(1, "c")]) { former, next in
        Row(former.id, former.name + next.name)
      }
      #expect(array.elements == [Row(1, "ac"), Row(2, "b")])
    }

    @Test("is made from unique elements without a check on request")
    func unchecked() {
      let array = IdentifiedArray(uncheckedUniqueElements: [Row(2, "a"), Row(1, "b")])
      #expect(array.isConsistent)
      #expect(array.ids == [2, 1])
    }

    @Test("appends and inserts only what it does not have")
    func insertion() {
      var array = rows("abc")
      #expect(array.append(Row(3, "d")) == (true, 3))
      #expect(array.append(Row(1, "x")) == (false, 1))
      #expect(array.insert(Row(4, "e"), at: 0) == (true, 0))
      #expect(array.insert(Row(4, "x"), at: 2) == (false, 0))
      array.append(contentsOf: [Row(0, "x"), Row(7, "f")])
      #expect(array.letters == "eabcdf")
      #expect(array.isConsistent)
    }

    @Test("replaces elements by those with the same id")
    func update() {
      var array = rows("abc")
      #expect(array.update(Row(1, "B"), at: 1) == Row(1, "b"))
      #expect(array.updateOrAppend(Row(2, "C")) == Row(2, "c"))
      #expect(array.updateOrAppend(Row(5, "f")) == nil)
      let replaced = array.updateOrInsert(Row(0, "A"), at: 3)
      #expect(replaced.originalMember == Row(0, "a") && replaced.index == 0)
      let inserted = array.updateOrInsert(Row(6, "g"), at: 1)
      #expect(inserted.originalMember == nil && inserted.index == 1)
      #expect(array.letters == "AgBCf")
      #expect(array.isConsistent)
    }

    @Test("removes by id, element, position, range, offsets and predicate")
    func removal() {
      var array = rows("abcdefghij")
      #expect(array.remove(id: 1) == Row(1, "b"))
      #expect(array.remove(id: 1) == nil)
      #expect(array.remove(Row(2, "other")) == Row(2, "c"))
      #expect(array.remove(at: 0) == Row(0, "a"))
      #expect(array.letters == "defghij")
      #expect(array.removeFirst() == Row(3, "d"))
      #expect(array.removeLast() == Row(9, "j"))
      array.removeSubrange(1..<3)
      #expect(array.letters == "ehi")
      array.remove(atOffsets: [2, 0])
      #expect(array.letters == "h")
      #expect(array.isConsistent)
      array.append(contentsOf: rows("abc"))
      array.removeAll { $0.name < "c" }
      #expect(array.letters == "hc")
      #expect(array.isConsistent)
      array.removeAll()
      #expect(array.isEmpty && array.isConsistent)
    }

    @Test("removes nothing when a predicate throws")
    func throwingPredicate() {
      struct Stop: Error {}
      var array = rows("abc")
      #expect(throws: Stop.self) {
        try array.removeAll { row in
          if row.id == 2 { throw Stop() }
          return true
        }
      }
      #expect(array.letters == "abc")
    }

    @Test("filters to an identified array")
    func filter() {
      let array = rows("abcd").filter { $0.id.isMultiple(of: 2) }
      #expect(array.letters == "ac")
      #expect(array.isConsistent)
    }

    @Test(
      "moves elements from offsets to an offset before anything moves",
      arguments: [
        ([0], 2, "bacd"), ([0], 0, "abcd"), ([0], 1, "abcd"), ([3], 0, "dabc"),
        ([1, 3], 0, "bdac"), ([3, 1], 4, "acbd"), ([0, 1, 2, 3], 2, "abcd"), ([], 1, "abcd"),
      ])
    func move(offsets: [Int], destination: Int, result: String) {
      var array = rows("abcd")
      array.move(fromOffsets: offsets, toOffset: destination)
      #expect(array.letters == result)
      #expect(array.isConsistent)
    }

    @Test("sorts, shuffles, reverses, swaps and partitions")
    func reordering() {
      var array = rows("cabd")
      array.sort()
      #expect(array.letters == "abcd" && array.isConsistent)
      array.sort { $0.name > $1.name }
      #expect(array.letters == "dcba" && array.isConsistent)
      array.reverse()
      #expect(array.letters == "abcd" && array.isConsistent)
      array.swapAt(0, 3)
      #expect(array.letters == "dbca" && array.isConsistent)
      let second = array.partition { $0.name < "c" }
      #expect(second == 2 && array[second...].allSatisfy { $0.name < "c" } && array.isConsistent)
      array.shuffle()
      #expect(Set(array.ids) == [0, 1, 2, 3] && array.isConsistent)
    }

    @Test("stays consistent when sorting throws midway")
    func throwingSort() {
      struct Stop: Error {}
      var array = rows("hgfedcba")
      var comparisons = 0
      #expect(throws: Stop.self) {
        try array.sort { left, right in
          comparisons += 1
          if comparisons > 10 { throw Stop() }
          return left < right
        }
      }
      #expect(array.isConsistent)
    }

    @Test("can be sorted and reordered by generic code")
    func genericAlgorithms() {
      func scramble<Rows: MutableCollection & RandomAccessCollection>(_ rows: inout Rows)
      where Rows.Element == Row {
        rows.sort { $0.name > $1.name }
        rows.reverse()
        rows.swapAt(rows.startIndex, rows.index(after: rows.startIndex))
        _ = rows.partition { $0.name == "a" }
        rows.shuffle()
        rows.sort()
      }
      var array = rows("dbeca")
      scramble(&array)
      #expect(array.letters == "abcde")
      #expect(array.isConsistent)
    }

    @Test("sends what is sendable")
    func sendable() async {
      let array = IdentifiedArray(uniqueElements: ["a", "bb"], id: \String.count)
      let found = await Task.detached { array[id: 2] }.value
      #expect(found == "bb")
    }
  }
}
