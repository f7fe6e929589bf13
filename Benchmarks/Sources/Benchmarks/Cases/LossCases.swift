import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// The time from `kill -9` of one of two workers to the next commit of a child that it had.
enum LossCases {
  static var all: [Benchmark] {
    [10, 1_000, 100_000].map { count in
      Benchmark("hosted/ipc/kill-to-commit-\(count)", unit: .milliseconds, warmsUp: false) {
        let store = try await ParallelCases.makeStore(rows: count)
        return {
          await store.send(.rows(.element(id: 0, action: .work(steps: 0)))).finish()
          guard let process = store.withState({ $0.rows[id: 0]?.process }), process > 0,
            process != getpid()
          else { throw BenchmarkError("row 0 is on no worker") }
          let stopwatch = Stopwatch()
          kill(process, SIGKILL)
          // What is sent to the dead one does not commit there.
          await store.send(.rows(.element(id: 0, action: .work(steps: 0)))).finish()
          let round = stopwatch.round(1)
          guard store.withState({ $0.rows[id: 0]?.process }) != process else {
            throw BenchmarkError("a worker committed after it was killed")
          }
          return round
        }
      }
    }
  }
}
