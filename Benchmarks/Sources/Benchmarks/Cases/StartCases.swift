import Pando
import PandoBenchmarking
import PandoCluster

/// The time from the making of a store to its first commit of a hosted child, for which a worker starts; and the time of the
/// first action where the worker is ready.
enum StartCases {
  private static let plain = "hosted/start"
  private static let sandbox = Sandbox(memory: .megabytes(512), openFiles: 64)

  static var all: [Benchmark] {
    [
      Benchmark(plain, unit: .medianNanoseconds) { measure(nil) },
      Benchmark("hosted/start-in-sandbox", unit: .medianNanoseconds, bounds: [plain]) {
        measure(sandbox)
      },
      Benchmark("hosted/first-action-in-sandbox", unit: .medianNanoseconds) {
        measure(sandbox, fromReady: true)
      },
    ]
  }

  private static func measure(_ sandbox: Sandbox?, fromReady: Bool = false) -> Benchmark.Measure {
    {
      var latencies: [UInt64] = []
      for _ in 0..<20 {
        var start = Stopwatch.now
        let store = Store(initialState: Remotely.State()) {
          Remotely(commits: CommitTimes(capacity: 1), sandbox: sandbox)
        } withDependencies: {
          $0.hosting = .workers(1)
        }
        if fromReady {
          while store.workers.first?.state != .ready { await Task.yield() }
          start = Stopwatch.now
        }
        await store.send(.child(.up)).finish()
        latencies.append(Stopwatch.now - start)
        let isConfined = store.workers.first?.sandbox != nil
        let check = Result { try HostedCases.work(of: store).check(1) }
        await store.stop()
        try check.get()
        guard isConfined == (sandbox != nil) else {
          throw BenchmarkError("the worker is \(isConfined ? "" : "not ")in a sandbox")
        }
      }
      return BenchmarkRound(
        count: latencies.count, nanoseconds: latencies.reduce(0, +), latencies: latencies)
    }
  }
}
