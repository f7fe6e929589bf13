import Testing

@testable import PandoTool

@Suite("Counting words")
struct WordScannerTests {
  private func counts(_ pieces: [String]) -> Counts {
    var counts = Counts()
    var scanner = WordScanner()
    for piece in pieces {
      scanner.scan(piece, into: &counts)
      counts.bytes += piece.utf8.count
    }
    scanner.finish(into: &counts)
    return counts
  }

  @Test("text counts as the plainest program counts it", arguments: 0..<20)
  func plain(seed: Int) {
    let text = SampleText.text(seed, words: 200)
    #expect(counts([text]).naive == Naive(text))
  }

  @Test("every cut between characters gives the same counts")
  func cuts() {
    let text = "one two\n\nthr\u{e9}e \u{1f332}trees  four\t"
    let whole = counts([text])
    #expect(whole.words == 5)
    for first in text.unicodeScalars.indices {
      for second in text.unicodeScalars.indices where second >= first {
        let pieces = [
          String(text[..<first]), String(text[first..<second]), String(text[second...]),
        ]
        #expect(counts(pieces) == whole)
      }
    }
  }

  @Test("a word at the end of the text counts, and nothing is left of it for the next file")
  func end() {
    var counts = Counts()
    var scanner = WordScanner()
    scanner.scan("abc", into: &counts)
    #expect(counts.words == 0)
    scanner.finish(into: &counts)
    #expect(counts.words == 1)
    #expect(scanner == WordScanner())
    scanner.finish(into: &counts)
    #expect(counts.words == 1)
  }

  @Test("words have their place by initial and by length, in either case and beyond all bounds")
  func tables() {
    let counts = counts(["Apple apple zoo 42 \u{e9}t\u{e9} " + String(repeating: "x", count: 500)])
    #expect(counts.wordsByInitial[0] == 2)
    #expect(counts.wordsByInitial[25] == 1)
    #expect(counts.wordsByInitial[23] == 1)
    #expect(counts.wordsByInitial[26] == 2)
    #expect(counts.wordsByLength[4] == 2)
    #expect(counts.wordsByLength[2] == 2)
    #expect(counts.wordsByLength[19] == 1)
  }
}

extension Counts {
  /// For comparison with counts that were come by in another way.
  var naive: Naive {
    Naive(
      words: words, lines: lines, bytes: bytes,
      initials: Dictionary(uniqueKeysWithValues: zip(Self.initialNames, wordsByInitial))
        .filter { $0.value > 0 },
      lengths: Dictionary(uniqueKeysWithValues: zip(Self.lengthNames, wordsByLength))
        .filter { $0.value > 0 })
  }
}
