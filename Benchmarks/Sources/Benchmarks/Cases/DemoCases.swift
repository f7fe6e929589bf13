import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// Cases of what `pando demo` does.
enum DemoCases {
  static var all: [Benchmark] {
    [
      Benchmark("demo/text-as-actions") {
        let store = Store(initialState: TextParent.State()) {
          TextParent()
        } withDependencies: {
          $0.hosting = .workers(1)
        }
        return {
          // The worker may still be starting before the first round.
          await store.send(.child(.text(""))).finish()
          // As many pieces as the demo reads for one assignment.
          let pieceCount = 16
          let assignments = 25
          let round = await BenchmarkRound.awaiting(assignments) { _ in
            await store.send(.child(.read(pieceCount: pieceCount))).finish()
          }
          return BenchmarkRound(
            count: assignments * pieceCount, nanoseconds: round.nanoseconds,
            latencies: round.latencies.map { $0 / UInt64(pieceCount) },
            processorTime: round.processorTime)
        }
      }
    ]
  }
}
