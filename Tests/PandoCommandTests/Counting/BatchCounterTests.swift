import Foundation
import Testing

@testable import PandoTool

@Suite("Counting batches of files")
struct BatchCounterTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A batch for each of these parts of one file.
  private func batches(_ name: String, of byteCount: Int, every size: Int) -> [Batch] {
    stride(from: 0, to: max(1, byteCount), by: size).map { offset in
      let end = min(byteCount, offset + size)
      let part = FilePart(
        path: name, offset: offset, byteCount: end - offset, isLast: end == byteCount)
      return Batch(directory: folder.path, parts: [part])
    }
  }

  private func report(_ batches: [Batch]) -> Report {
    var counter = BatchCounter()
    var report = Report()
    for batch in batches { report.add(counter.count(batch)) }
    return report
  }

  @Test(
    "a file comes to the same in whatever parts it is counted", arguments: [1, 2, 3, 5, 64, 4_096])
  func parts(size: Int) throws {
    let text = SampleText.text(7, words: 120)
    try folder.write(text, to: "text")
    let report = report(batches("text", of: text.utf8.count, every: size))
    #expect(report.counts.naive == Naive(text))
    #expect(report.counts.files == 1)
  }

  @Test("bytes that are not UTF-8 count once, wherever a file is cut", arguments: [1, 2, 3, 7])
  func garbage(size: Int) throws {
    let continuations = [UInt8](repeating: 0x80, count: 40)
    let bytes: [UInt8] = Array("text".utf8) + continuations + [0xf0, 0x9f, 0x8c]
    try folder.write(bytes, to: "mixed")
    let head = Batch(
      directory: folder.path,
      parts: [FilePart(path: "mixed", offset: 0, byteCount: 4, isLast: false)])
    let rest = stride(from: 4, to: bytes.count, by: size).map { offset in
      let end = min(bytes.count, offset + size)
      return Batch(
        directory: folder.path,
        parts: [
          FilePart(
            path: "mixed", offset: offset, byteCount: end - offset, isLast: end == bytes.count)
        ])
    }
    #expect(report([head] + rest).counts.bytes == 4 + 43)
  }

  @Test("a word goes on from one part into the next, and ends with its file")
  func words() throws {
    try folder.write("one tw", to: "a")
    try folder.write("o three", to: "b")
    let parts = [
      FilePart(path: "a", offset: 0, byteCount: 2, isLast: false),
      FilePart(path: "a", offset: 2, byteCount: 4, isLast: true),
      FilePart(path: "b", offset: 0, byteCount: 7, isLast: true),
    ]
    let counts = report([Batch(directory: folder.path, parts: parts)]).counts
    #expect(counts.words == 4)
    #expect(counts.files == 2)
    #expect(counts.bytes == 13)
  }

  @Test("a file without text is left out with all of its parts, and the next one is not")
  func binary() throws {
    try folder.write([0, 0x61, 0x20, 0x61], to: "binary")
    try folder.write("word", to: "text")
    let report = report(batches("binary", of: 4, every: 2) + batches("text", of: 4, every: 4))
    #expect(report.counts.binaryFiles == 1)
    #expect(report.counts.files == 1)
    #expect(report.counts.words == 1)
  }

  @Test("a file that is gone half-way keeps what was counted, and is named once")
  func gone() throws {
    try folder.write("one two three", to: "text")
    var counter = BatchCounter()
    let batches = batches("text", of: 13, every: 4)
    var report = counter.count(batches[0])
    try FileManager.default.removeItem(atPath: folder.path + "/text")
    for batch in batches.dropFirst() { report.add(counter.count(batch)) }
    #expect(report.counts.words == 1)
    #expect(report.counts.files == 0)
    #expect(report.counts.unreadableFiles == 1)
    #expect(report.unreadable == ["\(folder.path)/text: No such file or directory"])
  }

  @Test("a file that has grown counts as it was found, one that has shrunk as it is")
  func changed() throws {
    try folder.write("one two three four", to: "grown")
    #expect(report(batches("grown", of: 7, every: 4)).counts.words == 2)
    try folder.write("one", to: "shrunk")
    let shrunk = report(batches("shrunk", of: 12, every: 4)).counts
    #expect(shrunk.words == 1)
    #expect(shrunk.bytes == 3)
    #expect(shrunk.files == 1)
  }
}
