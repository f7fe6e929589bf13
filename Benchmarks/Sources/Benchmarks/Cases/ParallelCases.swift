import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// Two features on two workers beside the same two in one process, with reducers of three lengths.
enum ParallelCases {
  static var all: [Benchmark] {
    [
      (name: "1us", nanoseconds: 1_000.0, count: 50_000), ("100us", 100_000, 5_000),
      ("10ms", 10_000_000, 20),
    ]
    .flatMap { size in
      let alone = "work/\(size.name)/one-process"
      let threads = "work/\(size.name)/two-threads"
      return [
        Benchmark(alone, unit: .actionsPerSecond) {
          let steps = steps(size.nanoseconds)
          let store = Store(initialState: Labours.State(2)) { Labours(isHosted: false) }
          return {
            let stopwatch = Stopwatch()
            for index in 0..<size.count {
              store.send(.rows(.element(id: index % 2, action: .work(steps: steps))))
            }
            return stopwatch.round(size.count)
          }
        },
        Benchmark(threads, unit: .actionsPerSecond, bounds: [alone]) {
          let steps = steps(size.nanoseconds)
          let senders = [SenderThread(), SenderThread()]
          return {
            let stopwatch = Stopwatch()
            await work(size.count, steps: steps, on: senders)
            return stopwatch.round(size.count)
          }
        },
        Benchmark(
          "work/\(size.name)/two-workers", unit: .actionsPerSecond, bounds: [alone, threads]
        ) {
          let steps = steps(size.nanoseconds)
          let store = try await makeStore(rows: 2)
          let sender = SenderThread()
          return {
            let sums = store.withState { $0.rows.map(\.sum) }
            let stopwatch = Stopwatch()
            await send(size.count, steps: steps, rows: 2, to: store, sender)
            let round = stopwatch.round(size.count)
            try check(store, steps: size.count / 2 * steps, since: sums)
            return round
          }
        },
      ]
    }
  }

  /// A store with two workers that are there, each with half of the rows.
  static func makeStore(rows: Int) async throws -> StoreOf<Labours> {
    let store = Store(initialState: Labours.State(rows)) {
      Labours(isHosted: true)
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    Benchmark.afterwards { await store.stop() }
    try await untilWorkersAreThere(store)
    await send(rows, steps: 0, rows: rows, to: store, SenderThread())
    guard Set(store.withState { $0.rows.map(\.process) }).count == 2 else {
      throw BenchmarkError("the rows are not on two workers")
    }
    return store
  }

  /// Throws unless each of two rows has done so many steps, in another process than the other and this one.
  private static func check(
    _ store: StoreOf<Labours>, steps: Int, since sums: [UInt64]
  ) throws {
    let rows = store.withState(\.rows)
    guard zip(rows, sums).allSatisfy({ $0.sum == Labour.work(steps, from: $1) }) else {
      throw BenchmarkError("the workers did not do all of the work")
    }
    guard Set(rows.map(\.process) + [getpid()]).count == 3 else {
      throw BenchmarkError("the rows are not on two workers")
    }
  }

  /// Children go to the workers that are there; those that come late would get none.
  static func untilWorkersAreThere(_ store: StoreOf<Labours>) async throws {
    for _ in 0..<3_000 {
      if store.workers.count == 2, store.workers.allSatisfy({ $0.processID != nil }) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw BenchmarkError("two workers do not come up")
  }

  /// Sends to one row after the other, and waits for the last of each.
  static func send(
    _ count: Int, steps: Int, rows: Int, to store: StoreOf<Labours>, _ sender: SenderThread
  ) async {
    let last = await sender.run { () -> StoreTask? in
      var last: StoreTask?
      for index in 0..<count {
        last = store.send(.rows(.element(id: index % rows, action: .work(steps: steps))))
      }
      return last
    }
    await last?.finish()
  }

  /// The work of so many actions without any store, shared by threads: what the processors can do at once.
  private static func work(_ count: Int, steps: Int, on threads: [SenderThread]) async {
    let share = count / threads.count
    await withTaskGroup(of: UInt64.self) { group in
      for (index, thread) in threads.enumerated() {
        group.addTask {
          await thread.run {
            (0..<share).reduce(UInt64(index)) { sum, _ in Labour.work(steps, from: sum) }
          }
        }
      }
      for await sum in group { precondition(sum != 0) }
    }
  }

  /// The number of steps that take so long on this machine, as measured at the beginning.
  private static func steps(_ nanoseconds: Double) -> Int {
    max(1, Int(nanoseconds / nanosecondsPerStep))
  }

  private static let nanosecondsPerStep: Double = {
    // The least of several, since nothing makes it shorter than it is.
    let times = (0..<10).map { index in
      let stopwatch = Stopwatch.now
      precondition(Labour.work(1_000_000, from: UInt64(index)) != 0)
      return Double(Stopwatch.now - stopwatch) / 1_000_000
    }
    return times.min() ?? 1
  }()
}
