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
    let victim = store.workers.filter { $0.childCount > 0 && $0.processID != nil }
      .max { $0.childCount < $1.childCount }
    let (isFinished, before) = store.withState { ($0.isFinished, $0.progress) }
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
}
