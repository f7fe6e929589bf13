import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Synchronization
import Testing

/// Every effect ends: one that does not heed its cancellation ends with its process.
@Suite("Effects that take longer than they may", .serialized, .timeLimit(.minutes(15)))
struct EffectTimeoutTests {
  private func withStable(
    mules: Int, errands: Int, workers: Int = 1, cancellationTimeout: Duration = .milliseconds(300),
    effectTimeout: Duration? = nil, _ body: (StoreOf<Stable>) async throws -> Void
  ) async throws {
    let store = Store(initialState: Stable.State(mules: mules, errands: errands)) {
      Stable(cancellationTimeout: cancellationTimeout, effectTimeout: effectTimeout)
    } withDependencies: {
      $0.hosting = .workers(workers, executable: ClusterProgram.path)
    }
    try await stopping(store, after: body)
  }

  /// Sends an action to every child, and returns the processes that they run in.
  private func upAll(_ store: StoreOf<Stable>) async -> Set<Int32> {
    for id in store.state.mules.ids {
      await store.send(.mules(.element(id: id, action: .up))).finish()
    }
    for id in store.state.errands.ids {
      await store.send(.errands(.element(id: id, action: .up))).finish()
    }
    return Set(store.state.mules.map(\.processID) + store.state.errands.map(\.processID))
  }

  /// The loss that a store tells of next.
  private func nextLoss(of store: StoreOf<Stable>) -> Task<HostedWorkerLoss?, Never> {
    let events = store.hostingEvents
    return Task {
      for await event in events { if case .workerLost(let loss) = event { return loss } }
      return nil
    }
  }

  @Test(
    "a child set to nil is gone though its effect does not end, and its neighbour notices a move",
    arguments: [Mule.Way.spins, .reads, .ignores])
  func nilChild(_ way: Mule.Way) async throws {
    try await withStable(mules: 1, errands: 2) { store in
      let first = try #require(await upAll(store).first)
      store.send(.mules(.element(id: 0, action: .work(way))))
      try await eventually("the effect runs") { store.state.mules[id: 0]?.begun == 1 }
      let loss = nextLoss(of: store)
      let isOver = Mutex(false)
      let sending = Task { () -> Int in
        var count = 0
        while !isOver.withLock({ $0 }) {
          await store.send(.errands(.element(id: 0, action: .up))).finish()
          count += 1
        }
        return count
      }
      await store.send(.remove(mule: 0)).finish()
      #expect(store.hostedChildren.allSatisfy { $0.effectCount == 0 })
      #expect(store.hostedChildren.allSatisfy { $0.feature.hasSuffix("Errand") })
      try await eventually("the process is gone") { !isAlive(first) }
      isOver.withLock { $0 = true }
      let sent = await sending.value
      let others = await upAll(store)
      #expect(others.count == 1 && !others.contains(first))
      #expect(store.state.errands[id: 0]?.count == sent + 2)
      #expect(store.state.errands.allSatisfy { $0.interruptions == 0 })
      let told = await loss.value
      #expect(told?.cause == .hung)
      let reason = told?.reason ?? ""
      #expect(reason.contains("the effect \"\(way.rawValue)\""), "\(reason)")
      #expect(reason.contains("Mule"), "\(reason)")
      #expect(told?.reducing.isEmpty == true)
    }
  }

  @Test("a neighbour's effects end where they are, or are told as interrupted")
  func neighbours() async throws {
    try await withStable(mules: 1, errands: 2) { store in
      let first = try #require(await upAll(store).first)
      store.send(.mules(.element(id: 0, action: .work(.reads))))
      try await eventually("the effect runs") { store.state.mules[id: 0]?.begun == 1 }
      let short = store.send(.errands(.element(id: 0, action: .run(number: 7, milliseconds: 400))))
      store.send(.errands(.element(id: 1, action: .run(number: 8, milliseconds: 1_000_000))))
      await store.send(.remove(mule: 0)).finish()
      await short.finish()
      try await eventually("the process is gone") { !isAlive(first) }
      try await eventually("the other's feature is told") {
        store.state.errands[id: 1]?.interruptions == 1
      }
      #expect(store.state.errands[id: 0]?.done == [7])
      #expect(store.state.errands[id: 0]?.interruptions == 0)
      let others = await upAll(store)
      #expect(others.count == 1 && !others.contains(first))
    }
  }

  @Test("all of eight children whose effects do not end come to their ends at once")
  func eight() async throws {
    try await withStable(mules: 8, errands: 2, workers: 2) { store in
      let first = await upAll(store)
      let ways: [Mule.Way] = [.spins, .reads, .ignores]
      for id in 0..<8 {
        store.send(.mules(.element(id: id, action: .work(ways[id % ways.count]))))
      }
      try await eventually("the effects are to run") {
        store.hostedChildren.count { $0.effectCount == 1 } == 8
      }
      let neighbours = (0..<2).map { store.send(.errands(.element(id: $0, action: .up))) }
      await store.send(.removeAllMules).finish()
      for neighbour in neighbours { await neighbour.finish() }
      #expect(store.hostedChildren.count == 2)
      #expect(store.hostedChildren.allSatisfy { $0.effectCount == 0 })
      try await eventually("the processes are gone") { first.allSatisfy { !isAlive($0) } }
      #expect(await upAll(store).isDisjoint(with: first))
      #expect(store.state.errands.allSatisfy { $0.count == 3 && $0.interruptions == 0 })
    }
  }

  @Test("a child whose cancelled effect does not end goes on elsewhere, and is told")
  func cancelledByIdentity() async throws {
    try await withStable(mules: 1, errands: 1) { store in
      let first = try #require(await upAll(store).first)
      let work = store.send(.mules(.element(id: 0, action: .work(.spins))))
      try await eventually("the effect runs") { store.state.mules[id: 0]?.begun == 1 }
      await store.send(.mules(.element(id: 0, action: .cancel))).finish()
      await work.finish()
      try await eventually("the feature is told") { store.state.mules[id: 0]?.interruptions == 1 }
      try await eventually("the process is gone") { !isAlive(first) }
      #expect(!(await upAll(store)).contains(first))
      #expect(store.state.mules[id: 0]?.count == 2)
      #expect(store.state.errands[id: 0]?.interruptions == 0)
      #expect(store.hostedChildren.allSatisfy { $0.effectCount == 0 })
    }
  }

  @Test("effectTimeout cancels an effect that heeds it, and its process lives on")
  func limit() async throws {
    try await withStable(
      mules: 1, errands: 1, cancellationTimeout: .seconds(3_600),
      effectTimeout: .milliseconds(300)
    ) { store in
      let first = await upAll(store)
      for round in 1...3 {
        await store.send(.mules(.element(id: 0, action: .work(.heeds)))).finish()
        #expect(store.state.mules[id: 0]?.begun == round)
      }
      #expect(await upAll(store) == first)
      #expect(store.state.mules[id: 0]?.interruptions == 0)
      #expect(store.hostedChildren.allSatisfy { $0.effectCount == 0 && $0.restartCount == 0 })
    }
  }

  @Test("an effect that does not end at its effectTimeout ends with its process")
  func limitByForce() async throws {
    try await withStable(mules: 1, errands: 1, effectTimeout: .milliseconds(300)) { store in
      let first = try #require(await upAll(store).first)
      let loss = nextLoss(of: store)
      await store.send(.mules(.element(id: 0, action: .work(.ignores)))).finish()
      try await eventually("the process is gone") { !isAlive(first) }
      #expect(await loss.value?.reason.contains("cancelled at its effectTimeout") == true)
      #expect(!(await upAll(store)).contains(first))
      #expect(store.state.mules[id: 0]?.interruptions == 1)
      #expect(store.state.errands[id: 0]?.interruptions == 0)
    }
  }
}
