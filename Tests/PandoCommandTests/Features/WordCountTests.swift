import Foundation
import Pando
import Testing

@testable import PandoTool

@Suite("Counting with hosted children")
struct WordCountTests {
  let folder: TemporaryFolder
  /// The content of the files, counted by the test itself.
  let expected: Naive
  let files: [SourceFile]

  init() throws {
    folder = try TemporaryFolder()
    var expected = Naive()
    for number in 0..<60 {
      let text = SampleText.text(number, words: number * 13)
      expected = expected + Naive(text)
      try folder.write(text, to: "folder \(number % 7)/file \(number)")
    }
    // Longer than a piece, so that words and characters lie across borders.
    let long = SampleText.text(99, words: 12_000)
    expected = expected + Naive(long)
    try folder.write(long, to: "long")
    try folder.write([0, 1, 2], to: "binary")
    self.expected = expected
    files = try FileDiscovery(directory: folder.path, parts: [""]).run { _ in }.files
  }

  private func makeStore(
    _ hosting: Hosting, shards: Int = 3, sendsText: Bool
  ) -> StoreOf<WordCount> {
    Store(
      initialState: WordCount.State(
        files: files, directory: folder.path, shardCount: shards, sendsText: sendsText)
    ) {
      WordCount()
    } withDependencies: {
      $0.hosting = hosting
    }
  }

  private func expectResult(_ store: StoreOf<WordCount>) {
    let state = store.state
    #expect(state.isFinished)
    #expect(state.total.counts.naive == expected)
    #expect(state.total.counts.files == 61)
    #expect(state.total.counts.binaryFiles == 1)
    var sum = Counts()
    for record in state.records { sum.add(record.report.counts) }
    #expect(sum == state.total.counts)
    #expect(state.progress.counts == state.total.counts)
  }

  @Test(
    "hosted and not, the counts are those of the plainest program", arguments: [false, true])
  func counts(sendsText: Bool) async {
    for hosting in [Hosting.inProcess, .direct] {
      let store = makeStore(hosting, sendsText: sendsText)
      await ShardFeed(store: store).run()
      expectResult(store)
      await store.stop()
    }
  }

  @Test("there may be more shards than files need", arguments: [false, true])
  func manyShards(sendsText: Bool) async {
    let store = makeStore(.inProcess, shards: 100, sendsText: sendsText)
    await ShardFeed(store: store).run()
    expectResult(store)
    await store.stop()
  }

  @Test("interruptions at any time change no count of text that comes as actions")
  func interruptions() async throws {
    for hosting in [Hosting.inProcess, .direct] {
      let store = makeStore(hosting, sendsText: true)
      store.send(.started)
      var count = 0
      while !store.withState({ $0.isFinished }) {
        for id in 1...3 { store.send(.textShards(.element(id: id, action: .interrupted))) }
        count += 1
        try await Task.sleep(for: .milliseconds(3))
        #expect(count < 20_000)
      }
      expectResult(store)
      #expect(store.withState { $0.records[0].interruptionCount } == count)
      await store.stop()
    }
  }

  @Test("what crosses to a shard and back does not grow with the text")
  func onlyCountsCross() async throws {
    let store = makeStore(.inProcess, sendsText: false)
    await ShardFeed(store: store).run()
    let state = store.state
    for record in state.records {
      for batch in record.batches {
        let bytes = try JSONEncoder().encode(FileCount.Action.count(batch))
        #expect(bytes.count <= 200 + batch.parts.count * 200)
      }
      let shard = try #require(state.shards[id: record.id])
      #expect(try JSONEncoder().encode(shard).count < 1_000)
      #expect(record.counters == Array(repeating: getpid(), count: record.batches.count))
    }
    #expect(state.total.counts.bytes > 100_000)
    await store.stop()
  }

  @Test(
    "files that cannot be read any more are named, by the shard and in all",
    arguments: [false, true])
  func unreadable(sendsText: Bool) async throws {
    let store = makeStore(.inProcess, sendsText: sendsText)
    try FileManager.default.removeItem(atPath: folder.path + "/long")
    await ShardFeed(store: store).run()
    let state = store.state
    #expect(state.isFinished)
    #expect(state.total.counts.unreadableFiles == 1)
    #expect(state.total.unreadable == ["\(folder.path)/long: No such file or directory"])
    await store.stop()
  }

  @Test("the heartbeat ticks until it is closed, and never after")
  func heartbeat() async throws {
    let store = makeStore(.inProcess, sendsText: false)
    store.send(.heartbeatOpened)
    try await StorePatience(store: store).until("it ticks") { $0.tickCount > 2 }
    await store.send(.heartbeatClosed).finish()
    let count = store.withState { $0.tickCount }
    try await Task.sleep(for: .milliseconds(Heartbeat.tickMilliseconds * 5))
    #expect(store.withState { $0.tickCount } == count)
    #expect(store.state.heartbeat == nil)
    await store.stop()
  }
}
