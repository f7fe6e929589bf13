import Foundation
import Testing

@testable import PandoTool

@Suite("Counting text files")
struct TextFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func counts(_ text: String) throws -> Counts {
    try TextFile.find(folder.write(text, to: "text")).counts()
  }

  @Test("text counts as the plainest program counts it", arguments: 0..<20)
  func plain(seed: Int) throws {
    let text = SampleText.text(seed, words: 200)
    let counts = try counts(text)
    #expect(counts.naive == Naive(text))
    #expect(counts.files == 1)
  }

  @Test("a word that two pieces share counts once, and one may end where a piece does")
  func pieces() throws {
    let piece = TextFile.pieceBytes
    for length in [piece - 1, piece, piece + 1, 3 * piece] {
      let text = String(repeating: "a", count: length) + " b"
      #expect(try counts(text).naive == Naive(text))
      #expect(try counts("c " + text).words == 3)
    }
    let long = SampleText.text(7, words: 40_000)
    #expect(try counts(long).naive == Naive(long))
    #expect(long.utf8.count > 4 * piece)
  }

  @Test("any bytes but NUL near the beginning are text")
  func bytes() throws {
    let latin = try TextFile.find(folder.write([0x61, 0xe9, 0x20, 0xff, 0x0a], to: "latin"))
    #expect(try latin.counts() == Counts(files: 1, bytes: 5, lines: 1, words: 2))
    let binary = try folder.write([0x61, 0x20, 0, 0x61], to: "binary")
    #expect(throws: TextFile.Problem.noText) { try TextFile.find(binary) }
    let late = [UInt8](repeating: 0x61, count: TextFile.pieceBytes) + [0]
    #expect(try TextFile.find(folder.write(late, to: "late")).counts().words == 1)
    #expect(try counts("") == Counts(files: 1))
  }

  @Test("a file that has grown counts as it was found, one that has shrunk as it is")
  func changed() throws {
    let path = try folder.write("one two", to: "file")
    let found = try TextFile.find(path)
    try folder.write("one two three four", to: "file")
    #expect(try found.counts() == Counts(files: 1, bytes: 7, words: 2))
    try folder.write("one", to: "file")
    #expect(try found.counts() == Counts(files: 1, bytes: 3, words: 1))
  }

  @Test("what cannot be read says its path and why")
  func unreadable() throws {
    let missing = folder.path + "/missing"
    #expect(throws: TextFile.Problem.unreadable("\(missing): No such file or directory")) {
      try TextFile.find(missing)
    }
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try folder.write("text", to: "text"))
    #expect(throws: TextFile.Problem.self) { try TextFile.find(link) }
    #expect(throws: TextFile.Problem.self) { try TextFile.find(folder.path) }
  }

  @Test("every count is compared, and named when it differs")
  func differences() {
    let base = Counts()
    let changes: [(String, (inout Counts) -> Void)] = [
      ("files", { $0.files = 1 }), ("bytes", { $0.bytes = 1 }), ("lines", { $0.lines = 1 }),
      ("words", { $0.words = 1 }),
    ]
    #expect(base.differences(from: base, of: "all") == [])
    for (name, change) in changes {
      var other = base
      change(&other)
      #expect(
        other.differences(from: base, of: "shard 3")
          == ["shard 3: \(name): 1 hosted, 0 in one process"])
    }
  }
}

extension Counts {
  /// For comparison with counts that were come by in another way.
  var naive: Naive { Naive(words: words, lines: lines, bytes: bytes) }
}
