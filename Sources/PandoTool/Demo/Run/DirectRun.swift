import Pando

/// Does the same work in this process, as if nothing were hosted.
struct DirectRun: Sendable {
  let options: DemoOptions
  let output: any DemoOutput
  let directory: DemoDirectory
  let files: [SourceFile]
  let total: Stopwatch

  func run() async throws -> CountResult {
    let store = Store(
      initialState: WordCount.State(
        files: files, directory: directory.path, shardCount: options.shardCount,
        sendsText: options.sendsText)
    ) {
      WordCount()
    } withDependencies: {
      $0.hosting = .direct
    }
    output.event("counting the same files in one process")
    do {
      let result = try await work(store)
      await store.stop()
      return result
    } catch {
      await store.stop()
      throw error
    }
  }

  private func work(_ store: StoreOf<WordCount>) async throws -> CountResult {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let watch = StoreWatch(
        store: store, output: output, directory: directory, total: total,
        title: "counting in one process")
      group.addTask { await watch.run() }
      defer { group.cancelAll() }
      let stopwatch = Stopwatch()
      store.send(.started)
      try await StorePatience(store: store).until("every file is counted") { $0.isFinished }
      return CountResult(store.state, seconds: stopwatch.seconds)
    }
  }
}
