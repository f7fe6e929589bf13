import Pando

/// Opens a child whose effect never ends, lets go of it, and sees that it has ended on its worker.
struct HeartbeatClose: Sendable {
  let store: StoreOf<WordCount>
  let output: any DemoOutput

  /// The number of ticks that are waited for before the child is closed.
  static let ticks = 5

  func run() async throws -> DemoReport.Close {
    let patience = StorePatience(store: store)
    try await patience.until("two thirds of the files are counted") { state in
      let progress = state.progress
      return progress.counts.settledFiles * 3 >= progress.fileCount * 2
    }
    store.send(.heartbeatOpened)
    output.event("opened a child with an endless effect")
    try await patience.until("the heartbeat has ticked") { $0.tickCount >= Self.ticks }
    let childCount = childCount

    let stopwatch = Stopwatch()
    await store.send(.heartbeatClosed).finish()
    let milliseconds = stopwatch.milliseconds
    let acknowledged = self.childCount == childCount - 1
    let ticks = store.withState { $0.tickCount }
    output.event(
      """
      closed it after \(plural(ticks, "tick")): the worker acknowledged after \
      \(milliseconds.formatted(decimals: 1)) ms
      """)

    let quietMilliseconds = Heartbeat.tickMilliseconds * 30
    try await Task.sleep(for: .milliseconds(quietMilliseconds))
    let ticksAfter = store.withState { $0.tickCount } - ticks
    output.event(
      "\(ticksAfter == 0 ? "no" : "\(ticksAfter)") tick committed in the "
        + "\(quietMilliseconds) ms after that")
    return DemoReport.Close(
      ticks: ticks, acknowledged: acknowledged, milliseconds: milliseconds, ticksAfter: ticksAfter)
  }

  private var childCount: Int { store.workers.reduce(0) { $0 + $1.childCount } }
}
