import Testing

@testable import PandoCluster

@Suite("Lines that a worker prints")
struct LineSplitterTests {
  /// The lines of parts that come one after the other.
  private func lines(_ parts: [String]) -> [String] {
    var splitter = LineSplitter()
    var lines: [String] = []
    func note(_ line: UnsafeRawBufferPointer) {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    for part in parts { Array(part.utf8).withUnsafeBytes { splitter.take($0, note) } }
    splitter.finish(note)
    return lines
  }

  @Test("are whole, whatever the parts in which they come")
  func parts() {
    #expect(lines(["one\ntwo\n"]) == ["one", "two"])
    #expect(lines(["o", "ne\nt", "w", "o"]) == ["one", "two"])
    #expect(lines(["\n\n"]) == ["", ""])
    #expect(lines(["one\r\n"]) == ["one"])
    #expect(lines(["one\r", "\ntwo\r"]) == ["one", "two"])
    #expect(lines([""]) == [])
  }

  @Test("are bounded, and cut between characters")
  func long() {
    let bound = LineSplitter.lineBytesAtMost
    for head in 0..<4 {
      let text = String(repeating: "x", count: bound - 4 + head) + "\u{1F333}\u{1F333}end"
      let cut = lines([text + "\nnext\n"])
      #expect(cut.joined() == text + "next")
      #expect(cut.last == "next")
      #expect(cut.allSatisfy { $0.utf8.count <= bound && !$0.contains("\u{FFFD}") })
      #expect(cut.count == 3)
    }
  }

  @Test("that are no text are bounded all the same")
  func noText() {
    var splitter = LineSplitter()
    var count = 0
    var longest = 0
    for _ in 0..<10 {
      [UInt8](repeating: 0b1000_0000, count: 1_000).withUnsafeBytes { bytes in
        splitter.take(bytes) {
          count += $0.count
          longest = max(longest, $0.count)
        }
      }
    }
    splitter.finish { count += $0.count }
    #expect(count == 10_000)
    #expect(longest <= LineSplitter.lineBytesAtMost)
  }
}
