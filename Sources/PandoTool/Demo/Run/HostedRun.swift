import Glibc
import Pando
import PandoCluster

/// Counts in worker processes; kills one on the way, and closes a child with an endless effect.
struct HostedRun: Sendable {
  /// What came of it.
  struct Outcome: Sendable {
    var result: CountResult
    var workers: [DemoReport.Worker]
    var kill: DemoReport.Kill?
    var close: DemoReport.Close
  }

  let options: DemoOptions
  let output: any DemoOutput
  let directory: DemoDirectory
  let files: [SourceFile]
  let total: Stopwatch

  /// Runs it. However it ends, no worker is left.
  func run() async throws -> Outcome {
    let store = Store(
      initialState: WordCount.State(
        files: files, directory: directory.path, shardCount: options.shardCount)
    ) {
      WordCount()
    } withDependencies: {
      $0.hosting = .workers(options.workerCount)
    }
    do {
      let outcome = try await work(store)
      await store.stop()
      return outcome
    } catch {
      await store.stop()
      throw error
    }
  }

  private func work(_ store: StoreOf<WordCount>) async throws -> Outcome {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let watch = StoreWatch(
        store: store, output: output, directory: directory, total: total,
        title: "counting in \(plural(options.workerCount, "worker"))")
      group.addTask { await watch.run() }
      defer { group.cancelAll() }

      try await untilWorkersAreThere(store)
      let workers = store.workers
      let patience = StorePatience(store: store)
      let stopwatch = Stopwatch()
      store.send(.started)
      async let seconds = { () async throws -> Double in
        try await patience.until("every file is counted") { $0.isFinished }
        return stopwatch.seconds
      }()
      var kill = options.kills ? try await WorkerKill(store: store, output: output).run() : nil
      let close = try await HeartbeatClose(store: store, output: output).run()
      let countSeconds = try await seconds
      let result = CountResult(store.state, seconds: countSeconds)
      kill?.interruptedChildren = store.withState { state in
        state.records.count { $0.interruptionCount > 0 }
      }
      return Outcome(
        result: result,
        workers: workers.compactMap { worker in
          worker.processID.map { DemoReport.Worker(name: worker.name, processID: $0) }
        },
        kill: kill, close: close)
    }
  }

  /// Children go to the workers that are there, so that those that come late would get none.
  private func untilWorkersAreThere(_ store: StoreOf<WordCount>) async throws {
    let patience = StorePatience(store: store)
    try await patience.until("the workers have started") { _ in
      store.workers.allSatisfy { $0.processID != nil } && store.workers.count == options.workerCount
    }
  }
}
