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
    let file = try TextFile.find(folder.write("one two", to: "text"))
    let store = Store(
      initialState: WordCount.State(batches: [Array(repeating: [file], count: 10)])
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
      let feed = ShardFeed(store: store) { cancellation.task.withLock { $0 }?.cancel() }
      await feed.run()
    }
    cancellation.task.withLock { $0 = task }
    open.finish()
    await task.value
    #expect(store.withState(\.counters[0].count) == 1)
    #expect(store.withState(\.total.words) == 2)
    await store.stop()
  }
}
