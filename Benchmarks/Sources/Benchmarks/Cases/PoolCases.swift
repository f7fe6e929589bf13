import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// Cases with many stores that share two workers, each with one hosted child.
enum PoolCases {
  private typealias Member = StoreOf<RemoteRows>

  private static let one = "pool/stores-1"

  static var all: [Benchmark] {
    [1, 100, 10_000].map { count in
      Benchmark(
        "pool/stores-\(count)", unit: .actionsPerSecond,
        bounds: count > 1 ? [one] : ["hosted/ipc/rows-10"]
      ) { try await sending(stores: count) }
    } + [
      Benchmark("pool/open-store") { { try await life().open } },
      Benchmark("pool/close-store") { { try await life().close } },
      Benchmark("memory/store", unit: .bytes, warmsUp: false) { { try await life().memory } },
    ]
  }

  private static func makeStores(_ count: Int, _ pool: WorkerPool) -> [Member] {
    (0..<count).map { _ in
      Store(initialState: Rows.State(rows: [Counter.State(id: 0)])) {
        RemoteRows()
      } withDependencies: {
        $0.hosting = .pool(pool).window(1_000)
      }
    }
  }

  /// Sends so many actions to each of the stores, by turns, and waits for the last commit of each.
  private static func send(_ count: Int, to stores: [Member], _ sender: SenderThread) async {
    let last = await sender.run {
      var last: [StoreTask] = []
      for turn in 0..<count {
        for store in stores {
          let task = store.send(.rows(.element(id: 0, action: .up)))
          if turn == count - 1 { last.append(task) }
        }
      }
      return last
    }
    for task in last { await task.finish() }
  }

  /// Throws unless each of the stores has had so many actions reduced by a worker.
  private static func check(_ count: Int, of stores: [Member]) throws {
    for store in stores {
      try HostedWork(store: store) { state in state.rows.reduce(0) { $0 + $1.count } }.check(count)
    }
  }

  private static func sending(stores count: Int) async throws -> Benchmark.Measure {
    let pool = WorkerPool(2)
    let stores = makeStores(count, pool)
    Benchmark.afterwards {
      for store in stores { await store.stop() }
      await pool.finish()
    }
    let sender = SenderThread()
    await send(1, to: stores, sender)
    var sent = 1
    return {
      let turns = max(10, 100_000 / count)
      let stopwatch = Stopwatch()
      await send(turns, to: stores, sender)
      let round = stopwatch.round(turns * count)
      sent += turns
      try check(sent, of: stores)
      return round
    }
  }

  /// Measures the life of stores that are made one after the other, have one action, and end. The memory is what is in use
  /// in this process, and the pages that the workers have more than with one store.
  private static func life() async throws -> (
    open: BenchmarkRound, memory: BenchmarkRound, close: BenchmarkRound
  ) {
    let count = 10_000
    let pool = WorkerPool(2)
    let sender = SenderThread()
    let first = makeStores(1, pool)
    await send(1, to: first, sender)
    while pool.workers.contains(where: { $0.state != .ready }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    func memory() -> Int {
      pool.workers.compactMap(\.processID).reduce(Memory.inUse) { $0 + Memory.resident($1) }
    }
    let before = memory()
    let opening = Stopwatch()
    let stores = makeStores(count, pool)
    await send(1, to: stores, sender)
    let open = opening.round(count)
    let bytes = memory() - before
    try check(1, of: stores)
    let closing = Stopwatch()
    for store in stores { await store.stop() }
    let close = closing.round(count)
    for store in first { await store.stop() }
    await pool.finish()
    return (open, BenchmarkRound(count: count, bytes: bytes), close)
  }
}
