import Pando
import Synchronization
import Testing

@testable import PandoTool

@Suite("Handing out batches")
struct ShardFeedTests {
  private final class Cancellation: Sendable {
    let task = Mutex<Task<Void, Never>?>(nil)
  }

  @Test("one that is cancelled hands out no more, though its store counts without a pause")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    try folder.write("one two", to: "text")
    let files = [SourceFile](
      repeating: SourceFile(path: "text", byteCount: 7, modified: 0),
      count: Batch.partsAtMost * 10)
    let store = Store(
      initialState: WordCount.State(files: files, directory: folder.path, shardCount: 1)
    ) {
      WordCount()
    } withDependencies: {
      $0.hosting = .direct
    }
    let cancellation = Cancellation()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate {}
      // Not by waiting for a moment: the first batch cancels.
      let feed = ShardFeed(store: store) { _ in cancellation.task.withLock { $0 }?.cancel() }
      await feed.run()
    }
    cancellation.task.withLock { $0 = task }
    open.finish()
    await task.value
    #expect(store.withState(\.records[0].counters.count) == 1)
    #expect(store.withState(\.records[0].batches.count) == 10)
    await store.stop()
  }
}
