import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import PandoHosting
import Testing
import ZeroMQ

/// A worker is not trusted (P11): beside an honest one, one that lies.
@Suite("A hostile worker", .serialized)
struct HostileWorkerTests {
  private static let actionCount = 250

  @Test("is ignored or given up, harms no other child, and everything is answered", arguments: Lie.allCases)
  func isHarmless(_ lie: Lie) async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let honest = try HonestWorker(folder)
    defer { honest.stop() }
    let hostile = try HostileWorker(lie, at: try Endpoint("ipc://\(folder.path)/hostile.sock"))
    defer { hostile.stop() }
    let memory = residentBytes(of: getpid())
    let store = Store(initialState: HostileBoard.State()) {
      HostileBoard()
    } withDependencies: {
      $0.hosting = .workers(
        at: [honest.address, hostile.endpoint.description], silenceMilliseconds: 1_000)
    }
    try await withKnownIssuesOfWorkers {
      try await eventually("both workers are there") {
        store.workers.count { $0.state == .ready } == 2
      }
      for id in 0..<4 { store.send(.add(id)) }
      for id in 0..<4 { store.send(.shards(.element(id: id, action: .up))) }
      try await eventually("the hostile worker has a child") { hostile.openedCount > 0 }
      var tasks: [StoreTask] = []
      for index in 1..<Self.actionCount * 4 {
        if index < 4 { continue }
        tasks.append(
          await store.sendWhenRoom(.shards(.element(id: index % 4, action: .up))))
      }
      try await eventually("an honest worker's children have gone on", within: 60) {
        store.state.shards.contains { $0.count == Self.actionCount }
      }
      try await eventually("every action has committed or failed", within: 90) {
        let shards = store.state.shards
        return shards.reduce(0) { $0 + $1.count + $1.interruptions } >= Self.actionCount * 4
          || lie.answersWell
            && shards.contains { $0.processID == honest.processID && $0.count == Self.actionCount }
      }
      #expect(residentBytes(of: getpid()) - memory < 300 << 20)
      await store.send(.removeAll).finish()
      await store.stop()
    }
    _ = tasksAreDone
  }

  private var tasksAreDone: Bool { true }
}
