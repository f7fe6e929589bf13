import Glibc
import Pando

/// Kills a worker when a third of all files is done, and sees how its children go on.
struct WorkerKill: Sendable {
  let store: StoreOf<WordCount>
  let log: DemoLog

  /// Returns nil when everything was counted before a worker could be killed.
  func run() async throws -> DemoReport.Kill? {
    let patience = StorePatience(store: store)
    try await patience.until("a third of the files is counted") { state in
      state.isFinished || state.total.files * 3 >= state.fileCount
    }
    let state = store.state
    guard !state.isFinished, let victim = victim(state), let processID = victim.processID else {
      log.event("everything was counted before a worker could be killed")
      return nil
    }
    let children = plural(victim.childCount, "child", "children")
    log.event("killing \(victim.name) (process \(processID)), which has \(children)")
    let stopwatch = Stopwatch()
    kill(processID, SIGKILL)
    try await patience.until("a child of the killed worker goes on", every: 1) { state in
      state.isFinished || !state.batchesCountedAgain(after: processID).isEmpty
    }
    let milliseconds = stopwatch.milliseconds
    if !store.withState({ $0.batchesCountedAgain(after: processID).isEmpty }) {
      log.event(
        "re-hosted \(children): first count after \(milliseconds.formatted(decimals: 1)) ms")
    }
    return DemoReport.Kill(
      worker: victim.name, processID: processID, afterFiles: state.total.files,
      rehostedChildren: victim.childCount, milliseconds: milliseconds)
  }

  /// A worker that has counted some of a shard, and not all: on a busy machine one may have counted a third before
  /// another has started.
  private func victim(_ state: WordCount.State) -> HostedWorker? {
    let busy = zip(state.counters, state.batches).compactMap { counters, batches in
      counters.count < batches.count ? counters.last : nil
    }
    return store.workers.first { $0.processID.map(busy.contains) == true }
      ?? store.workers.filter { $0.processID != nil && $0.childCount > 0 }
      .max { $0.childCount < $1.childCount }
  }
}

extension WordCount.State {
  /// The batches that were in flight when a worker was killed, as far as another process has counted
  /// them.
  func batchesCountedAgain(after worker: Int32) -> [Batch] {
    zip(counters, batches).flatMap { counters, batches in
      guard let last = counters.lastIndex(of: worker) else { return batches[..<0] }
      return batches[(last + 1)..<min(counters.count, last + 1 + ShardFeed.batchesInFlight)]
    }
  }
}
