import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

@Suite("What a store's features cost on workers", .serialized, .timeLimit(.minutes(5)))
struct LedgerTests {
  @Test("is known by feature and action, and waiting takes no processor time")
  func ledger() async throws {
    try await withSlow { store in
      #expect(store.ledger.flatMap(\.actions).isEmpty)
      for _ in 0..<20 {
        await store.send(.child(.fill(bytes: 4_000_000))).finish()
        await store.send(.child(.sleep(milliseconds: 20))).finish()
      }
      try await eventually("the worker has told of both") {
        store.ledger.first { $0.feature.hasSuffix("Slow") }?.actions.count == 2
      }
      let ledger = try #require(store.ledger.first { $0.feature.hasSuffix("Slow") })
      let costs = Dictionary(uniqueKeysWithValues: ledger.actions.map { ($0.name, $0) })
      #expect(costs.keys.sorted() == ["fill", "sleep"])
      let (fill, sleep) = (try #require(costs["fill"]), try #require(costs["sleep"]))
      // Of the sleeps most were longer than all the time that the worker was told to have computed for one.
      #expect(sleep.processorTime < .milliseconds(20) * Int(sleep.count))
      #expect(fill.processorTime > .zero)
      #expect(ledger.processorTime == fill.processorTime + sleep.processorTime)
      #expect(ledger.commitCount == 40)
      #expect(ledger.receivedBytes > 4_000_000)
      let worker = try #require(store.workers.first)
      #expect(try #require(worker.processorTime) >= fill.processorTime / Int(max(1, fill.count)))
    }
  }
}
