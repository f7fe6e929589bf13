import Glibc
import Pando

/// Kills a worker when a third of all files is done, and sees how its children go on.
struct WorkerKill: Sendable {
  let store: StoreOf<WordCount>
  let output: any DemoOutput

  /// Returns nil when everything was counted before a worker could be killed.
  func run() async throws -> DemoReport.Kill? {
    let patience = StorePatience(store: store)
    try await patience.until("a third of the files is counted") { state in
      let progress = state.progress
      return progress.counts.settledFiles * 3 >= progress.fileCount
    }
    let (isFinished, before, records) = store.withState {
      ($0.isFinished, $0.progress, $0.records)
    }
    let victim = Self.victim(among: store.workers, records)
    guard !isFinished, let victim, let processID = victim.processID else {
      output.event("everything was counted before a worker could be killed")
      return nil
    }
    output.event(
      """
      killing \(victim.name) (process \(processID)), which has \
      \(plural(victim.childCount, "child", "children"))
      """)
    let stopwatch = Stopwatch()
    kill(processID, SIGKILL)
    try await patience.until("a child of the killed worker goes on", every: 1) { state in
      state.isFinished || state.records.contains { $0.goesOn(after: processID) }
    }
    let milliseconds = stopwatch.milliseconds
    try await patience.until("a child of the killed worker counts again", every: 1) { state in
      state.isFinished || state.records.contains { $0.counts(after: processID) }
    }
    let millisecondsToCount = stopwatch.milliseconds
    let hasCounted = store.withState { $0.records.contains { $0.counts(after: processID) } }
    output.event(
      """
      re-hosted \(plural(victim.childCount, "child", "children")): first action after \
      \(milliseconds.formatted(decimals: 1)) ms\
      \(hasCounted ? ", first count after \(millisecondsToCount.formatted(decimals: 1)) ms" : "")
      """)
    return DemoReport.Kill(
      worker: victim.name, processID: processID, afterFiles: before.counts.settledFiles,
      rehostedChildren: victim.childCount, milliseconds: milliseconds,
      millisecondsToText: hasCounted ? millisecondsToCount : nil)
  }

  /// Returns the worker to kill: the one with the most children, of those that have begun to count, if any. On a
  /// busy machine one worker may have counted a third before another has started.
  static func victim(among workers: [HostedWorker], _ records: some Sequence<ShardRecord>)
    -> HostedWorker?
  {
    let busy = Set(records.lazy.filter { !$0.isFinished }.flatMap(\.counters))
    let hosting = workers.filter { $0.childCount > 0 && $0.processID != nil }
    let counting = hosting.filter { $0.processID.map(busy.contains) == true }
    return (counting.isEmpty ? hosting : counting).max { $0.childCount < $1.childCount }
  }
}
