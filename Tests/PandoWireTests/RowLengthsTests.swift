import PandoWire
import Testing

@Suite("The lengths of rows")
struct RowLengthsTests {
  @Test("find a row as adding up all lengths does", arguments: 0..<20 as Range<UInt64>)
  func asNaive(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var lengths = RowLengths()
    var naive: [Int32] = []
    for _ in 0..<Int.random(in: 0...9_000, using: &random) {
      let length = Int32.random(in: 1...90, using: &random)
      lengths.append(length)
      naive.append(length)
    }
    for _ in 0..<30 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        guard let row = naive.indices.randomElement(using: &random) else { continue }
        naive[row] = Int32.random(in: 1...20_000, using: &random)
        lengths[row] = Int(naive[row])
      case 1:
        let first = Int.random(in: 0...naive.count, using: &random)
        let last = min(naive.count, first + Int.random(in: 0...100, using: &random))
        let new = (0..<Int.random(in: 0...100, using: &random)).map { Int32($0 + 1) }
        naive.replaceSubrange(first..<last, with: new)
        lengths.replace(first..<last, with: new)
      case 2:
        let (parts, new) = Self.parts(of: naive, using: &random)
        naive = new
        lengths.replace(parts)
      default:
        lengths.append(7)
        naive.append(7)
      }
      #expect(lengths.lengths == naive)
      #expect(lengths.total == naive.reduce(0) { $0 + Int($1) })
      for row in [0, naive.count / 3, naive.count / 2, naive.count] {
        let start = naive[..<row].reduce(0) { $0 + Int($1) }
        #expect(lengths.start(of: row) == start)
        let found = lengths.row(at: start)
        #expect(found.row == row && found.start == start)
        if row < naive.count {
          let inside = lengths.row(at: start + Int(naive[row]) - 1)
          #expect(inside.row == row && inside.start == start)
        }
      }
    }
  }

  /// Makes up replacements in ascending order, some of which put in as many as they take out; returns what
  /// becomes of the lengths, too.
  private static func parts(
    of lengths: [Int32], using random: inout SeededGenerator
  ) -> ([RowsReplacement], [Int32]) {
    var parts: [RowsReplacement] = []
    var result: [Int32] = []
    var next = 0
    let keepsCount = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let first = min(lengths.count, next + Int.random(in: 0...300, using: &random))
      let end = min(lengths.count, first + Int.random(in: 0...3, using: &random))
      let count = keepsCount ? end - first : Int.random(in: 0...3, using: &random)
      let new = (0..<count).map { _ in Int32.random(in: 1...90, using: &random) }
      parts.append(RowsReplacement(rows: first..<end, lengths: new))
      result += lengths[next..<first]
      result += new
      next = end
    }
    return (parts, result + lengths[next...])
  }
}
