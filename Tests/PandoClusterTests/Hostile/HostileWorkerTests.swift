import ClusterFeatures
import Foundation
import IssueReporting
import Pando
import PandoCluster
import PandoHosting
import ProgramSupport
import Testing
import ZeroMQ

/// A worker is not trusted (P11): beside an honest one, one that lies.
@Suite("A hostile worker", .serialized)
struct HostileWorkerTests {
  private static let actionCount = 250
  private static let rowCount = 4

  @Test(
    "harms no child of an honest worker, and what it was given is answered", arguments: Lie.allCases
  )
  func isHarmless(_ lie: Lie) async throws {
    let honest = try RawWorker()
    defer { honest.discard() }
    let hostile = try HostileWorker(lie, at: Endpoint("ipc://\(honest.folder)/hostile.sock"))
    defer { hostile.stop() }
    let memory = residentBytes(of: getpid())
    let store = Store(initialState: HostileBoard.State()) {
      HostileBoard()
    } withDependencies: {
      $0.hosting = .workers(
        at: [honest.endpoint.description, hostile.endpoint.description],
        silenceMilliseconds: 1_000)
    }
    try await eventually("both workers are there") {
      store.workers.count { $0.state == .ready } == 2
    }
    withIssueReporters([]) {
      for id in 0..<Self.rowCount {
        store.send(.add(id))
        store.send(.shards(.element(id: id, action: .up)))
      }
    }
    try await eventually("the hostile worker was given a child") { hostile.openedCount > 0 }
    // An action that the hostile worker was given may fail, and is reported by whoever commits it.
    await withIssueReporters([]) {
      for index in 0..<(Self.actionCount - 1) * Self.rowCount {
        await store.sendWhenRoom(.shards(.element(id: index % Self.rowCount, action: .up)))
      }
    }
    try await eventually("the children of the honest worker have gone on", within: 60) {
      store.state.shards.contains { $0.count == Self.actionCount }
    }
    // What a worker says of its own children's state has to be believed; that there is an answer has not.
    try await eventually("every action has committed or failed", within: 60) {
      let state = store.state
      return state.committedCount + state.failedCount == Self.actionCount * Self.rowCount
    }
    #expect(residentBytes(of: getpid()) - memory < 300 << 20)
    await store.send(.removeAll).finish()
    await store.stop()
  }
}
