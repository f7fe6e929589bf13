import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Two stores on the worker of one pool, of which one hangs. `SharedBlameTests` has those that crash.
@Suite("Blame among the stores of a pool", .serialized, .timeLimit(.minutes(10)))
struct PoolBlameTests {
  @Test("is of a hanging reducer's store alone")
  func hang() async throws {
    let pool = WorkerPool(1, executable: ClusterProgram.path)
    let stores = (0..<2).map { _ in
      Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .pool(pool)
      }
    }
    let told = stores.map(\.hostingEvents).map { events in
      Task {
        var causes: [HostedWorkerLoss.Cause] = []
        for await case .workerLost(let loss) in events where loss.childCount > 0 {
          causes.append(loss.cause)
        }
        return causes
      }
    }
    for store in stores {
      store.send(.open)
      store.send(.only(.up))
    }
    try await eventually("both have children") {
      stores.allSatisfy { $0.state.only?.count == 1 }
    }
    let first = pool.workers.first?.processID
    let hanging = stores[0].send(.only(.spin))
    // The other is busy as the worker ends, and runs an effect there.
    let sender = Task {
      for _ in 0..<2_000 {
        stores[1].send(.only(.up))
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    try await eventually("the worker was replaced", within: 60) {
      pool.workers.first.map { $0.state == .ready && $0.processID != first } == true
    }
    try await sender.value
    try await eventually("the other commits", within: 60) { stores[1].state.only?.count == 2_001 }
    #expect(stores[1].state.seen == Array(1...2_001))
    await hanging.finish()
    stores[0].send(.only(.up))
    try await eventually("the child goes on", within: 60) { stores[0].state.only?.count == 2 }
    for store in stores { await store.stop() }
    await pool.finish()
    #expect(await told[0].value == [.hung, .hung])
    #expect(await told[1].value == [.left])
  }
}
