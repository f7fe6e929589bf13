import Glibc
import Pando
import PandoCluster
import PandoOTLP

/// Counts in worker processes, and does to them what it is told to.
struct HostedRun: Sendable {
  /// The outcome of the run.
  struct Outcome: Sendable {
    var result: CountResult
    var workers: [DemoReport.Worker]
    var kill: DemoReport.Kill?
    var close: DemoReport.Close?
  }

  let options: DemoOptions
  let output: any DemoOutput
  let directory: DemoDirectory
  let files: [SourceFile]
  let total: Stopwatch
  /// True if it does nothing but count. Else a worker is killed on the way, and then a child with an endless effect is
  /// opened and closed.
  let isMeasured: Bool

  /// Runs it. However it ends, no worker is left.
  func run() async throws -> Outcome {
    output.event(title)
    let stopwatch = Stopwatch()
    let store = Store(
      initialState: WordCount.State(
        files: files, directory: directory.path, shardCount: options.shardCount,
        sendsText: options.sendsText)
    ) {
      WordCount()
    } withDependencies: {
      $0.hosting = .workers(options.workerCount)
      $0.tracing = OTLPTracing.bootstrap()
    }
    let outcome = try await work(store, stopwatch)
    await store.stop()
    return outcome
  }

  private var title: String {
    "counting in \(plural(options.workerCount, "worker"))"
      + (isMeasured ? "" : ", one of which is killed")
  }

  private func work(
    _ store: StoreOf<WordCount>, _ stopwatch: Stopwatch
  ) async throws -> Outcome {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let watch = StoreWatch(
        store: store, output: output, directory: directory, total: total, title: title,
        look: { store.withState { (progress: $0.progress, tickCount: $0.tickCount) } })
      group.addTask { await watch.run() }
      defer { group.cancelAll() }
      do {
        try await untilWorkersAreThere(store)
        return try await count(store, stopwatch, startSeconds: stopwatch.seconds)
      } catch {
        await store.stop()
        throw error
      }
    }
  }

  private func count(
    _ store: StoreOf<WordCount>, _ stopwatch: Stopwatch, startSeconds: Double
  ) async throws -> Outcome {
    let workers = store.workers
    let feed = Task {
      await ShardFeed(store: store).run()
      return stopwatch.seconds
    }
    // Where this throws, the store is stopped, which ends the feed's wait for a commit.
    defer { feed.cancel() }
    var kill: DemoReport.Kill?
    var close: DemoReport.Close?
    if !isMeasured {
      kill = try await WorkerKill(store: store, output: output).run()
      close = try await HeartbeatClose(store: store, output: output).run()
    }
    // The feed takes the time. Each look takes some from the workers, where the cores are few.
    try await StorePatience(store: store).until("every file is counted", every: 10) {
      $0.isFinished
    }
    let seconds = await feed.value
    let state = store.state
    kill?.note(state.records)
    return Outcome(
      result: CountResult(state, seconds: seconds, startSeconds: startSeconds),
      workers: workers.compactMap { worker in
        worker.processID.map { DemoReport.Worker(name: worker.name, processID: $0) }
      },
      kill: kill, close: close)
  }

  /// Children go to the workers that are there, so that those that come late would get none.
  private func untilWorkersAreThere(_ store: StoreOf<WordCount>) async throws {
    let patience = StorePatience(store: store)
    try await patience.until("the workers have started", every: 1) { _ in
      store.workers.allSatisfy { $0.processID != nil } && store.workers.count == options.workerCount
    }
  }
}
