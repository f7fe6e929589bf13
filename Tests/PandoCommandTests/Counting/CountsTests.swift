import Testing

@testable import PandoTool

@Suite("Counts")
struct CountsTests {
  private func counts(_ text: String) -> Counts {
    var counts = Counts()
    var scanner = WordScanner()
    scanner.scan(text, into: &counts)
    scanner.finish(into: &counts)
    counts.bytes = text.utf8.count
    counts.files = 1
    return counts
  }

  @Test("the sum of two texts' counts is the counts of both")
  func sum() {
    let (left, right) = (SampleText.text(1, words: 50), SampleText.text(2, words: 70))
    var sum = counts(left)
    sum.add(counts(right))
    #expect(sum.naive == Naive(left) + Naive(right))
    #expect(sum.files == 2)
  }

  @Test("two results that are the same differ in nothing")
  func same() {
    let one = counts("some words")
    #expect(Counts.differences(hosted: one, inOneProcess: one, of: "all") == [])
  }

  @Test("every count is compared, and named when it differs")
  func differences() {
    let base = Counts()
    let changes: [(String, (inout Counts) -> Void)] = [
      ("files", { $0.files = 1 }), ("binary files", { $0.binaryFiles = 1 }),
      ("unreadable files", { $0.unreadableFiles = 1 }), ("bytes", { $0.bytes = 1 }),
      ("lines", { $0.lines = 1 }), ("words", { $0.words = 1 }),
      ("words with initial c", { $0.wordsByInitial[2] = 1 }),
      ("words of length 20+", { $0.wordsByLength[19] = 1 }),
    ]
    for (name, change) in changes {
      var other = base
      change(&other)
      #expect(
        Counts.differences(hosted: other, inOneProcess: base, of: "shard 3")
          == ["shard 3: \(name): 1 hosted, 0 in one process"])
    }
  }
}
