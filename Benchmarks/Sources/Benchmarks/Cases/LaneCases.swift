import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// Cases with many hosted children on one worker.
enum LaneCases {
  private static let few = "hosted/ipc/rows-10"

  static var all: [Benchmark] {
    [10, 1_000, 100_000].map { count in
      Benchmark(
        "hosted/ipc/rows-\(count)", unit: .actionsPerSecond, bounds: count > 10 ? [few] : []
      ) {
        let store = makeStore(lanes: count)
        let sender = SenderThread()
        await sendToAll(store, count, sender)
        return {
          await sendToAll(store, 10, sender)
          return try await work(of: store).measuring(100_000) {
            let stopwatch = Stopwatch()
            // Far apart, so that neighbours in memory are no help.
            await send(100_000, to: store, sender) { $0 &* 7_919 % count }
            return stopwatch.round(100_000)
          }
        }
      }
    } + [
      Benchmark("hosted/ipc/open-lane") { await opening().open },
      Benchmark("hosted/ipc/close-lane") { await opening().close },
      Benchmark("memory/lane", unit: .bytes, warmsUp: false) { memory },
    ]
  }

  private static func makeStore(lanes: Int) -> StoreOf<RemoteRows> {
    let rows = IdentifiedArray(uniqueElements: (0..<lanes).map { Counter.State(id: $0) })
    let store = Store(initialState: Rows.State(rows: rows)) {
      RemoteRows()
    } withDependencies: {
      $0.hosting = .workers(1).window(1_000)
    }
    Benchmark.afterwards { await store.stop() }
    return store
  }

  private static func work(of store: StoreOf<RemoteRows>) -> HostedWork<Rows.State, Rows.Action> {
    HostedWork(store: store) { state in state.rows.reduce(0) { $0 + $1.count } }
  }

  /// Sends from the thread, and waits for the last commit.
  private static func send(
    _ count: Int, to store: StoreOf<RemoteRows>, _ sender: SenderThread,
    _ id: @escaping @Sendable (Int) -> Int
  ) async {
    let last = await sender.run { () -> StoreTask? in
      var last: StoreTask?
      for index in 0..<count {
        last = store.send(.rows(.element(id: id(index), action: .up)))
      }
      return last
    }
    await last?.finish()
  }

  private static func sendToAll(
    _ store: StoreOf<RemoteRows>, _ count: Int, _ sender: SenderThread
  ) async {
    await send(count, to: store, sender) { $0 }
  }

  /// Lanes that the first action of each row opens, and the end of all rows closes.
  private static func opening() async -> (open: Benchmark.Measure, close: Benchmark.Measure) {
    // So many that a round is long enough to tell its processor time.
    let count = 10_000
    let store = Store(initialState: Watchlist.State(rows: [])) {
      Watchlist(isHosted: true)
    } withDependencies: {
      $0.hosting = .workers(1).window(1_000)
    }
    Benchmark.afterwards { await store.stop() }
    let sender = SenderThread()
    @Sendable func append() {
      for id in 0..<count { store.send(.append(id)) }
    }
    @Sendable func open() -> StoreTask? {
      var last: StoreTask?
      for id in 0..<count { last = store.send(.rows(.element(id: id, action: .up))) }
      return last
    }
    let work = HostedWork(store: store) { state in state.rows.reduce(0) { $0 + $1.count } }
    return (
      open: {
        await sender.run(append)
        let stopwatch = Stopwatch()
        await sender.run(open)?.finish()
        let round = stopwatch.round(count)
        try work.check(count)
        await store.send(.removeAll).finish()
        return round
      },
      close: {
        await sender.run(append)
        await sender.run(open)?.finish()
        try work.check(count)
        let stopwatch = Stopwatch()
        await store.send(.removeAll).finish()
        return stopwatch.round(count)
      }
    )
  }

  /// Measures the memory of a lane in both processes: memory that is in use in this one, and pages that a worker of its
  /// own has more than with one lane.
  private static func memory() async throws -> BenchmarkRound {
    let count = 20_000
    let store = makeStore(lanes: count)
    let sender = SenderThread()
    await sendToAll(store, 1, sender)
    guard let worker = store.workers.first?.processID else {
      throw BenchmarkError("the worker has no process")
    }
    let before = Memory.inUse + Memory.resident(worker)
    await sendToAll(store, count, sender)
    let bytes = Memory.inUse + Memory.resident(worker) - before
    try work(of: store).check(1 + count)
    return BenchmarkRound(count: count, bytes: bytes)
  }
}
