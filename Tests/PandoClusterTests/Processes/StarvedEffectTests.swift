import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Cancelled effects that do not end, of which one is to blame, or another that has their threads.
@Suite("An effect that does not end", .serialized, .timeLimit(.minutes(15)))
struct StarvedEffectTests {
  /// Runs a program with one worker, and returns the first loss of it.
  private func firstLoss(
    mules: Int, _ body: (StoreOf<Stable>) async throws -> Void
  ) async throws -> HostedWorkerLoss? {
    let store = Store(initialState: Stable.State(mules: mules, errands: 1)) {
      Stable(cancellationTimeout: .milliseconds(300))
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    let events = store.hostingEvents
    let loss = Task {
      for await case .workerLost(let loss) in events { return loss as HostedWorkerLoss? }
      return nil
    }
    do {
      try await body(store)
      try await eventually("the worker is lost", within: 200) {
        store.workers.contains { $0.restartCount == 1 }
      }
    } catch {
      await store.stop()
      throw error
    }
    await store.stop()
    return await loss.value
  }

  /// Has so many mules block their threads, as many of which as there are get one.
  private func block(_ ids: Range<Int>, of store: StoreOf<Stable>) async throws {
    for id in ids { store.send(.mules(.element(id: id, action: .work(.reads)))) }
    let most = min(ids.count, ProcessInfo.processInfo.activeProcessorCount)
    try await eventually("they have threads", within: 200) {
      store.state.mules.count { $0.begun == 1 } >= most
    }
  }

  @Test("is named, whether it has a thread or not", arguments: [Mule.Way.spins, .reads, .ignores])
  func named(_ way: Mule.Way) async throws {
    let loss = try await firstLoss(mules: 2) { store in
      store.send(.mules(.element(id: 1, action: .work(.heeds))))
      store.send(.mules(.element(id: 0, action: .work(way))))
      try await eventually("the effects run") { store.state.mules.allSatisfy { $0.begun == 1 } }
      store.send(.mules(.element(id: 0, action: .cancel)))
    }
    #expect(loss?.cause == .hung)
    #expect(loss?.culprit?.effect == way.rawValue)
    #expect(loss?.culprit?.child.identities == ["0"])
  }

  @Test("is not to blame where others have all threads that it could end on")
  func starved() async throws {
    let blockerCount = 4 * ProcessInfo.processInfo.activeProcessorCount
    let loss = try await firstLoss(mules: 1 + blockerCount) { store in
      try await block(1..<1 + blockerCount, of: store)
      // The last of them may still be on its way to the call that blocks it.
      while store.workers.allSatisfy({ $0.restartCount == 0 }) {
        store.send(.mules(.element(id: 0, action: .work(.heeds))))
        store.send(.mules(.element(id: 0, action: .cancel)))
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    #expect(loss?.cause == .hung)
    #expect(loss?.culprit == nil)
  }

  @Test("is named where it has a thread, and others have all the rest")
  func amongBlockers() async throws {
    let blockerCount = 4 * ProcessInfo.processInfo.activeProcessorCount
    let loss = try await firstLoss(mules: 1 + blockerCount) { store in
      store.send(.mules(.element(id: 0, action: .work(.reads))))
      try await eventually("it has a thread") { store.state.mules[id: 0]?.begun == 1 }
      try await block(1..<blockerCount, of: store)
      store.send(.mules(.element(id: 0, action: .cancel)))
    }
    #expect(loss?.culprit?.effect == "reads")
    #expect(loss?.culprit?.child.identities == ["0"])
  }
}
