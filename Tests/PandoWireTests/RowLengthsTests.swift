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
      switch Int.random(in: 0..<3, using: &random) {
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
}
