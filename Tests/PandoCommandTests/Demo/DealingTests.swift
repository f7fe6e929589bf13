import Testing

@testable import PandoTool

@Suite("Dealing files")
struct DealingTests {
  private func files(_ count: Int) -> [TextFile] {
    (0..<count).map {
      TextFile(path: "file \($0 + 1_000)", byteCount: $0 * 7_919 % 50_000)
    }
  }

  @Test("every file is dealt once, and the shards are about as heavy", arguments: [1, 2, 4, 7])
  func deal(count: Int) {
    let files = files(500)
    let shards = files.dealt(among: count)
    #expect(shards.count == count)
    #expect(shards.joined().sorted { $0.path < $1.path } == files)
    let loads = shards.map { $0.reduce(0) { $0 + $1.byteCount } }
    #expect(loads.max()! - loads.min()! < 60_000)
  }

  @Test("there may be more shards than files")
  func fewFiles() {
    #expect(files(2).dealt(among: 5).map(\.count).sorted() == [0, 0, 0, 1, 1])
  }

  @Test("batches hold every file once, in order and a bounded number each")
  func batches() {
    var files = files(500)
    let long = TextFile(path: "long", byteCount: TextFile.batchBytesAtMost * 3 + 1)
    files.insert(long, at: 100)
    let batches = files.batches()
    #expect(Array(batches.joined()) == files)
    #expect(batches.allSatisfy { !$0.isEmpty && $0.count <= TextFile.batchFilesAtMost })
    #expect(batches.filter { $0.byteCount > TextFile.batchBytesAtMost } == [[long]])
    #expect([TextFile]().batches() == [])
  }
}
