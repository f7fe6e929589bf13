import Pando
import Synchronization

/// Does the same work in this process, as if nothing were hosted.
struct DirectRun: Sendable {
  let options: DemoOptions
  let output: any DemoOutput
  let directory: DemoDirectory
  let files: [SourceFile]
  let total: Stopwatch

  /// The progress of the counting, for those who would wait long for the lock of a store that
  /// always counts.
  private final class Progress: Sendable {
    let latest = Mutex(CountProgress())
  }

  func run() async throws -> CountResult {
    output.event("counting the same files in one process")
    let stopwatch = Stopwatch()
    let store = Store(
      initialState: WordCount.State(
        files: files, directory: directory.path, shardCount: options.shardCount,
        sendsText: options.sendsText)
    ) {
      WordCount()
    } withDependencies: {
      $0.hosting = .direct
    }
    do {
      let result = try await work(store, stopwatch)
      await store.stop()
      return result
    } catch {
      await store.stop()
      throw error
    }
  }

  private func work(
    _ store: StoreOf<WordCount>, _ stopwatch: Stopwatch
  ) async throws -> CountResult {
    let progress = Progress()
    progress.latest.withLock { $0 = store.withState(\.progress) }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      let watch = StoreWatch(
        store: store, output: output, directory: directory, total: total,
        title: "counting in one process",
        look: { (progress: progress.latest.withLock { $0 }, tickCount: 0) })
      group.addTask { await watch.run() }
      defer { group.cancelAll() }
      await ShardFeed(store: store) { now in progress.latest.withLock { $0 = now } }.run()
      let seconds = stopwatch.seconds
      try Task.checkCancellation()
      return CountResult(store.state, seconds: seconds)
    }
  }
}
