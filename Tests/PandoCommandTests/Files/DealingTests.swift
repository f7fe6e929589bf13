import Testing

@testable import PandoTool

@Suite("Choosing and dealing files")
struct DealingTests {
  private func files(_ count: Int) -> [SourceFile] {
    (0..<count).map {
      SourceFile(path: "file \($0 + 1_000)", byteCount: $0 * 7_919 % 50_000, modified: 0)
    }
  }

  @Test("a sample is spread over the whole list and keeps its order")
  func sample() {
    let files = files(100)
    #expect(FileSample.take(100, of: files) == files)
    #expect(FileSample.take(200, of: files) == files)
    #expect(FileSample.take(4, of: files) == [files[0], files[25], files[50], files[75]])
  }

  @Test("every file is dealt once, and the shards are about as heavy", arguments: [1, 2, 4, 7])
  func deal(count: Int) {
    let files = files(500)
    let shards = Shards.deal(files, among: count)
    #expect(shards.count == count)
    #expect(shards.joined().sorted { $0.path < $1.path } == files)
    let loads = shards.map { $0.reduce(0) { $0 + $1.byteCount + 2_000 } }
    #expect(loads.max()! - loads.min()! < 60_000)
  }

  @Test("there may be more shards than files")
  func fewFiles() {
    #expect(Shards.deal(files(2), among: 5).map(\.count).sorted() == [0, 0, 0, 1, 1])
  }

  @Test("batches hold every byte of every file once, in order and a bounded number each")
  func batches() {
    var files = files(500)
    files.insert(
      SourceFile(path: "long", byteCount: Batch.bytesAtMost * 3 + 1, modified: 0), at: 100)
    let batches = Batch.cut(files, directory: "/d")
    #expect(batches.allSatisfy { !$0.parts.isEmpty && $0.parts.count <= Batch.partsAtMost })
    #expect(batches.allSatisfy { $0.byteCount <= Batch.bytesAtMost && $0.directory == "/d" })
    let parts = batches.flatMap(\.parts)
    #expect(parts.filter { $0.offset == 0 }.map(\.path) == files.map(\.path))
    for file in files {
      let own = parts.filter { $0.path == file.path }
      #expect(own.dropFirst().map(\.offset) == own.dropLast().map(\.end))
      #expect(own.last?.end == file.byteCount)
      #expect(own.map(\.isLast) == own.indices.map { $0 == own.count - 1 })
    }
    #expect(Batch.cut([], directory: "/d") == [])
  }

  @Test("assignments hold every path in order, a bounded number each")
  func assignments() {
    let paths = (0..<100).map(String.init)
    let assignments = Assignment.cut(paths, directory: "/d")
    #expect(assignments.flatMap(\.paths) == paths)
    #expect(assignments.allSatisfy { $0.paths.count <= Assignment.filesAtMost })
    #expect(assignments.map(\.number) == Array(1...assignments.count))
  }
}
