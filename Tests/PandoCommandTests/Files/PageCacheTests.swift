import Testing

@testable import PandoTool

@Suite("Reading files before they are counted")
struct PageCacheTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("a file is as long as what has to be read of it")
  func lengths() throws {
    let piece = TextReader.pieceBytes
    try folder.write(SampleText.text(1, words: 20_000), to: "text")
    try folder.write([UInt8](repeating: 0, count: piece * 3), to: "binary")
    try folder.write("", to: "empty")
    let found = try FileDiscovery(directory: folder.path, parts: [""]).run { _ in }.files
    let missing = SourceFile(path: "missing", byteCount: 7, modified: 0)
    let needed = try PageCache(directory: folder.path).fill(found + [missing])
    #expect(needed.map(\.path) == ["binary", "empty", "text", "missing"])
    #expect(found[2].byteCount > piece)
    #expect(needed.map(\.byteCount) == [piece, 0, found[2].byteCount, 7])
    var counter = BatchCounter()
    var report = Report()
    for batch in Batch.cut(needed, directory: folder.path) { report.add(counter.count(batch)) }
    #expect(report.counts.binaryFiles == 1)
    #expect(report.counts.files == 2)
    #expect(report.counts.unreadableFiles == 1)
  }
}
