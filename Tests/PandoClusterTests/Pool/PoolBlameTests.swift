import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Two stores on the two workers of one pool, of which one does harm.
@Suite("Blame among the stores of a pool", .serialized, .timeLimit(.minutes(10)))
struct PoolBlameTests {
  private let guilty = 5

  /// Runs `body` with a store that does harm and one that does not, and returns the losses that each was told.
  private func withStores(
    _ body: (StoreOf<SaboteurShop>, StoreOf<SaboteurShop>) async throws -> Void
  ) async throws -> (guilty: [HostedWorkerLoss], other: [HostedWorkerLoss]) {
    let pool = WorkerPool(
      2, executable: ClusterProgram.path, environment: ["SWIFT_BACKTRACE": "enable=no"],
      placementTimeoutMilliseconds: 120_000)
    let stores = (0..<2).map { _ in
      Store(initialState: SaboteurShop.State()) {
        SaboteurShop()
      } withDependencies: {
        $0.hosting = .pool(pool)
      }
    }
    let told = stores.map(\.hostingEvents).map { events in
      Task {
        var losses: [HostedWorkerLoss] = []
        for await case .workerLost(let loss) in events {
          if loss.childCount > 0 { losses.append(loss) }
        }
        return losses
      }
    }
    try await stopping(stores[0]) { one in
      try await stopping(stores[1]) { other in try await body(one, other) }
    }
    await pool.finish()
    return (await told[0].value, await told[1].value)
  }

  private func send(_ action: Saboteur.Action, to id: Int, of store: StoreOf<SaboteurShop>) {
    store.send(.workers(.element(id: id, action: action)))
  }

  private func sendUp(_ store: StoreOf<SaboteurShop>) {
    for child in store.state.workers { send(.up, to: child.id, of: store) }
  }

  @Test("is an action's of one after two deaths that name it, and none of the other's")
  func reducer() async throws {
    let losses = try await withStores { store, other in
      for _ in 0..<50 {
        sendUp(store)
        sendUp(other)
      }
      send(.harm(.trap), to: guilty, of: store)
      for _ in 0..<50 {
        sendUp(store)
        sendUp(other)
      }
      try await eventually("everything else commits", within: 120) {
        (store.state.workers + other.state.workers).allSatisfy { $0.count == 100 }
      }
      try await eventually("the action was given up", within: 120) {
        store.state.workers[id: guilty]?.failures == ["2 workers ended while they reduced it"]
      }
      #expect(store.state.workers.allSatisfy { $0.id == guilty || $0.failures.isEmpty })
      #expect(other.state.workers.allSatisfy { $0.failures.isEmpty })
    }
    #expect(losses.guilty.map(\.cause) == [.crashed, .crashed])
    #expect(losses.guilty.allSatisfy { $0.culprit?.child.identities == ["\(guilty)"] })
    #expect(losses.other.allSatisfy { $0.cause == .left && $0.culprit == nil })
    #expect(losses.other.count <= 2)
  }

  @Test("is an effect's of one, and suspects no other")
  func effect() async throws {
    let losses = try await withStores { store, other in
      for store in [store, other] {
        for id in 0..<8 where id != guilty { send(.work(nil), to: id, of: store) }
        try await eventually("all work", within: 120) {
          store.state.workers.count { $0.beginnings == 1 } == 7
        }
      }
      send(.work(.trap), to: guilty, of: store)
      try await eventually("it is given up", within: 120) {
        store.state.workers[id: guilty]?.failures.isEmpty == false
      }
      for store in [store, other] {
        try await eventually("all others work again", within: 120) { [guilty] in
          store.state.workers.allSatisfy { $0.id == guilty || $0.beginnings == 1 + $0.losses.count }
        }
        let innocent = store.state.workers.filter { $0.id != guilty }
        #expect(innocent.flatMap(\.losses).allSatisfy { $0.blame == .innocent })
        #expect(innocent.allSatisfy { $0.failures.isEmpty })
      }
      #expect(store.state.workers[id: guilty]?.losses.map(\.blame) == [.certain])
    }
    #expect(losses.guilty.map(\.culprit?.effect) == Array(repeating: "job \(guilty)", count: 2))
    #expect(losses.other.allSatisfy { $0.cause == .left && $0.culprit == nil })
  }

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
