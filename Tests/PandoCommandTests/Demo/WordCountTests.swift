import Foundation
import Pando
import Testing

@testable import PandoTool

@Suite("Counting with hosted children")
struct WordCountTests {
  let folder: TemporaryFolder
  /// The content of the files, counted by the test itself.
  let expected: Naive
  let files: [TextFile]

  init() throws {
    folder = try TemporaryFolder()
    var expected = Naive()
    for number in 0..<60 {
      let text = SampleText.text(number, words: number * 13)
      expected = expected + Naive(text)
      try folder.write(text, to: "folder \(number % 7)/file \(number)")
    }
    // Longer than a piece, so that words lie across borders.
    let long = SampleText.text(99, words: 12_000)
    expected = expected + Naive(long)
    try folder.write(long, to: "long")
    self.expected = expected
    files = try FoundFiles(below: folder.path, atMost: 1_000, DemoLog(.silent)).texts
  }

  /// Counts all files, and returns the state at the end.
  private func count(_ hosting: Hosting, shards: Int = 3) async -> WordCount.State {
    let batches = files.dealt(among: shards).map { $0.batches() }
    let store = Store(initialState: WordCount.State(batches: batches)) {
      WordCount()
    } withDependencies: {
      $0.hosting = hosting
    }
    await ShardFeed(store: store) {}.run()
    let state = store.state
    await store.stop()
    return state
  }

  @Test("hosted and not, the counts are those of the plainest program", arguments: [3, 100])
  func counts(shards: Int) async {
    for hosting in [Hosting.inProcess, .direct] {
      let state = await count(hosting, shards: shards)
      #expect(state.isFinished)
      #expect(state.total.naive == expected)
      #expect(state.total.files == 61)
      #expect(state.fileCount == 61)
    }
  }

  @Test("what crosses to a shard and back does not grow with the text")
  func onlyCountsCross() async throws {
    let state = await count(.inProcess)
    for (shard, (batches, counters)) in zip(state.shards, zip(state.batches, state.counters)) {
      for batch in batches {
        let bytes = try JSONEncoder().encode(FileCount.Action.count(batch))
        #expect(bytes.count <= 200 + batch.count * 200)
      }
      #expect(try JSONEncoder().encode(shard).count < 200)
      #expect(counters == Array(repeating: getpid(), count: batches.count))
    }
    #expect(state.total.bytes > 100_000)
  }

  @Test("a file that cannot be read any more is missing in the counts, and stops nothing")
  func unreadable() async throws {
    try FileManager.default.removeItem(atPath: folder.path + "/long")
    let state = await count(.inProcess)
    #expect(state.isFinished)
    #expect(state.total.files == 60)
  }

  @Test("what was in flight at a worker that died is found by who counted it")
  func countedAgain() {
    let batches = (0..<8).map { [TextFile(path: "\($0)", byteCount: 1)] }
    var state = WordCount.State(batches: [batches, batches, []])
    state.counters = [[1, 1, 2, 2], [2, 2, 2], []]
    #expect(state.batchesCountedAgain(after: 1) == Array(batches[2..<4]))
    state.counters[0] += [2, 2, 2, 2]
    #expect(state.batchesCountedAgain(after: 1).count == ShardFeed.batchesInFlight)
    #expect(state.batchesCountedAgain(after: 3) == [])
  }
}
