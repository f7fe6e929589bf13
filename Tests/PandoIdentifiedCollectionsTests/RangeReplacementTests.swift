import PandoBase
import PandoIdentifiedCollections
import PandoWire
import Testing

extension Rows {
  @Suite("An identified array as a collection whose ranges are replaced")
  struct RangeReplacementTests {
    @Test("leaves out elements whose id is there, and takes each id once")
    func duplicates() {
      var array = rows("abcd")
      array.replaceSubrange(1..<3, with: [Row(3, "x"), Row(2, "c"), Row(9, "n"), Row(9, "m")])
      #expect(array.letters == "acnd" && array.isConsistent)
      array.insert(contentsOf: [Row(0, "y"), Row(7, "z")], at: 2)
      #expect(array.letters == "aczn" + "d" && array.isConsistent)
      #expect(IdentifiedArrayOf<Row>([Row(1, "a"), Row(1, "b"), Row(2, "c")]).letters == "ac")
    }

    @Test("is concatenated, filled and emptied as any other")
    func operators() {
      var array = rows("ab") + [Row(5, "x")]
      array += [Row(6, "y"), Row(0, "z")]
      #expect(array.letters == "abxy" && array.isConsistent)
      array.removeFirst(2)
      array.removeLast(1)
      #expect(array.popLast()?.name == "x")
      #expect(array.popLast() == nil)
      let kept: IdentifiedArrayOf<Row> = rows("abc").filter { $0.id != 1 }
      #expect(kept.letters == "ac" && kept.isConsistent)
      #expect(rows("cab").sorted().map(\.name) == ["a", "b", "c"])
    }

    @Test("finds its elements by the property that it was made with")
    func otherProperty() {
      struct Word: Identifiable {
        let id: String
        var text: String
      }
      var words = IdentifiedArray(
        uniqueElements: [Word(id: "1", text: "oak"), Word(id: "2", text: "elm")], id: \.text)
      words.replaceSubrange(0..<1, with: [Word(id: "1", text: "elm"), Word(id: "1", text: "ash")])
      #expect(Array(words.ids) == ["ash", "elm"])
      #expect(words[id: "ash"]?.id == "1")
    }

    @Test("ends with the same elements as a plain array", arguments: 0..<40 as Range<UInt64>)
    func plainArray(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      var array = rows("abc")
      var plain = UniqueRows(Array(array))
      for _ in 0..<200 {
        let change = RandomChange(of: plain.count, using: &generator)
        change.apply(to: &array)
        change.apply(to: &plain)
        #expect(array.elements == plain.rows, "seed \(seed), \(change)")
        #expect(array.isConsistent, "seed \(seed), \(change)")
      }
    }

    @Test("tells which rows changed, and none too few", arguments: 0..<40 as Range<UInt64>)
    func tracking(seed: UInt64) throws {
      var generator = SeededGenerator(seed: seed)
      var array = rows("abcdefgh")
      for _ in 0..<100 {
        let before = Array(array)
        let number = array.trackChanges()
        var made: [RandomChange] = []
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          made.append(RandomChange(of: array.count, using: &generator))
          made.last?.apply(to: &array)
        }
        let taken = array.takeChanges(number)
        let changes = try #require(taken, "seed \(seed), \(made)")
        #expect(explains(changes, before, Array(array)), "seed \(seed), \(made): \(changes)")
      }
    }

    /// Returns whether all rows are the same but those that may differ.
    private func explains(_ changes: RowChanges, _ before: [Row], _ after: [Row]) -> Bool {
      guard let same = changes.same else {
        return before.count == after.count
          && before.indices.allSatisfy {
            before[$0] == after[$0] || changes.updated.contains($0)
          }
      }
      return same.front + same.back <= min(before.count, after.count)
        && before.prefix(same.front) == after.prefix(same.front)
        && before.suffix(same.back) == after.suffix(same.back)
    }
  }

  /// A change that any such collection can be made.
  private enum RandomChange {
    case append(Row)
    case appendMany([Row])
    case insert(Row, at: Int)
    case insertMany([Row], at: Int)
    case replace(Range<Int>, [Row])
    case rename(Int)
    case remove(Int)
    case removeSome(Range<Int>)
    case removeFirst(Int)
    case removeLast(Int)
    case removeIDs(multiplesOf: Int)
    case popLast

    init(of count: Int, using generator: inout some RandomNumberGenerator) {
      let position = Int.random(in: 0...count, using: &generator)
      let other = Int.random(in: 0...count, using: &generator)
      let range = min(position, other)..<max(position, other)
      let new = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        Row(
          Int.random(in: 0..<20, using: &generator), "\(Int.random(in: 0..<9, using: &generator))")
      }
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: self = .append(new.first ?? Row(20))
      case 1: self = .appendMany(new)
      case 2: self = .insert(new.first ?? Row(21), at: position)
      case 3: self = .insertMany(new, at: position)
      case 4: self = .remove(position)
      case 5: self = .removeSome(range)
      case 6: self = .removeFirst(range.count / 2)
      case 7: self = .removeLast(range.count / 2)
      case 8: self = .removeIDs(multiplesOf: Int.random(in: 2..<9, using: &generator))
      case 9: self = .popLast
      case 10, 11: self = .rename(position)
      default: self = .replace(range, new)
      }
    }

    func apply<Collection>(to rows: inout Collection)
    where
      Collection: RangeReplaceableCollection & MutableCollection & RandomAccessCollection,
      Collection.Element == Row, Collection.Index == Int
    {
      switch self {
      case .append(let row): rows.append(row)
      case .appendMany(let new): rows += new
      case .insert(let row, let position): rows.insert(row, at: position)
      case .insertMany(let new, let position): rows.insert(contentsOf: new, at: position)
      case .replace(let range, let new): rows.replaceSubrange(range, with: new)
      case .rename(let position): if position < rows.count { rows[position].name += "'" }
      case .remove(let position): if position < rows.count { rows.remove(at: position) }
      case .removeSome(let range): rows.removeSubrange(range)
      case .removeFirst(let count): rows.removeFirst(count)
      case .removeLast(let count): rows.removeLast(count)
      case .removeIDs(let divisor): rows.removeAll { $0.id.isMultiple(of: divisor) }
      case .popLast: _ = rows.popLast()
      }
    }
  }

  /// A plain array that leaves out elements whose id is there.
  private struct UniqueRows: RangeReplaceableCollection, MutableCollection, RandomAccessCollection {
    var rows: [Row] = []

    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }

    subscript(position: Int) -> Row {
      get { rows[position] }
      set { rows[position] = newValue }
    }

    mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Row>) {
      rows.removeSubrange(range)
      var position = range.lowerBound
      for row in new where !rows.contains(where: { $0.id == row.id }) {
        rows.insert(row, at: position)
        position += 1
      }
    }
  }
}
