import Pando
import PandoCluster
import PandoOTLP

/// Counts all files once, in worker processes or in this one.
struct CountRun: Sendable {
  /// The outcome of a run.
  struct Outcome: Sendable {
    var shards: [Counts]
    var run: DemoReport.Run
    var workers: [DemoReport.Worker]
    var kill: DemoReport.Kill?

    var total: Counts { shards.reduce(into: Counts()) { $0 += $1 } }

    /// One line for each count that differs; in all, and shard by shard.
    func differences(from direct: Outcome, note: String = "") -> [String] {
      var lines = total.differences(from: direct.total, of: "all files" + note)
      for (index, (hosted, direct)) in zip(shards, direct.shards).enumerated() {
        lines += hosted.differences(from: direct, of: "shard \(index + 1)" + note)
      }
      return lines
    }
  }

  /// The batches of each shard.
  let batches: [[Batch]]
  /// 0 for this process, as if nothing were hosted.
  let workerCount: Int
  /// True if a worker is killed on the way.
  let kills: Bool
  let log: DemoLog

  /// Runs it. However it ends, no worker is left.
  func run() async throws -> Outcome {
    log.event("counting \(title)")
    let stopwatch = Stopwatch()
    let store = Store(initialState: WordCount.State(batches: batches)) {
      WordCount()
    } withDependencies: {
      $0.hosting = workerCount > 0 ? .workers(workerCount) : .direct
      if workerCount > 0 { $0.tracing = OTLPTracing.bootstrap() }
    }
    do {
      let outcome = try await count(store, stopwatch)
      await store.stop()
      log.event("counted \(title) in \(outcome.run.seconds.formatted(decimals: 2)) s")
      return outcome
    } catch {
      await store.stop()
      throw error
    }
  }

  private var title: String {
    guard workerCount > 0 else { return "the same files in one process" }
    return "in \(plural(workerCount, "worker"))" + (kills ? ", one of which is killed" : "")
  }

  private func count(
    _ store: StoreOf<WordCount>, _ stopwatch: Stopwatch
  ) async throws -> Outcome {
    let patience = StorePatience(store: store)
    // Children go to the workers that are there, so that those that come late would get none.
    try await patience.until("the workers have started") { _ in
      store.workers.count { $0.processID != nil } == workerCount
    }
    let startSeconds = workerCount > 0 ? stopwatch.seconds : 0
    let workers = store.workers.compactMap { worker in
      worker.processID.map { DemoReport.Worker(name: worker.name, processID: $0) }
    }
    for worker in workers { log.event("\(worker.name) is process \(worker.processID)") }
    let feed = makeFeed(store)
    let feeding = Task {
      await feed.run()
      return stopwatch.seconds
    }
    // Where this throws, the store is stopped, which ends the feed's wait for a commit.
    defer { feeding.cancel() }
    var kill: DemoReport.Kill?
    // In one process nothing stalls, and whoever looks waits for the lock of a store that always counts.
    if workerCount > 0 {
      if kills { kill = try await WorkerKill(store: store, log: log).run() }
      // Each look takes some time from the workers, where the cores are few.
      try await patience.until("every file is counted", every: 10) { $0.isFinished }
    }
    let seconds = await withTaskCancellationHandler {
      await feeding.value
    } onCancel: {
      feeding.cancel()
    }
    try Task.checkCancellation()
    let state = store.state
    if let processID = kill?.processID {
      let again = state.batchesCountedAgain(after: processID)
      kill?.batchesAgain = again.count
      kill?.bytesAgain = again.joined().reduce(0) { $0 + $1.byteCount }
    }
    return Outcome(
      shards: state.shards.map(\.counts),
      run: DemoReport.Run(
        seconds: seconds, startSeconds: startSeconds, actions: state.commitCount),
      workers: workers, kill: kill)
  }

  private func makeFeed(_ store: StoreOf<WordCount>) -> ShardFeed {
    let fileCount = store.withState(\.fileCount)
    return ShardFeed(store: store) {
      log.progress {
        let counts = store.withState(\.total)
        return "\(counts.files.grouped) of \(plural(fileCount, "file")), "
          + plural(counts.words, "word")
      }
    }
  }
}
