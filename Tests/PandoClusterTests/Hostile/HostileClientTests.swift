import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import PandoHosting
import PandoWire
import ProgramSupport
import Testing
import ZeroMQ

/// A misuse of a worker by a hostile client.
enum Misuse: String, CaseIterable, Sendable {
  case strangeVersions
  case absurdOpens
  case hugeTimeouts
  case snapshotsThatCannotBeRead
  case manyLanes
  case manySessions
  case whatNeverWas
  case hugeNumbers
  case actionsThatCannotBeRead
  case hellosInside
  case garbage
  case neverReads
  case pingsWithoutEnd
}

/// A client is not trusted either: a worker that it misuses goes on for others.
@Suite("A hostile client", .serialized)
struct HostileClientTests {
  private static let actionCount = 1_000

  @Test("harms neither a worker nor its other clients", arguments: Misuse.allCases)
  func isHarmless(_ misuse: Misuse) async throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    let store = Store(initialState: HostileBoard.State()) {
      HostileBoard()
    } withDependencies: {
      $0.hosting = .workers(at: [worker.endpoint.description])
    }
    store.send(.add(1))
    await store.send(.shards(.element(id: 1, action: .up))).finish()
    let endpoint = worker.endpoint
    let isOver = Counter()
    let hostile = Thread.started {
      do {
        try HostileClient(endpoint).commit(misuse)
      } catch {
        // Whatever becomes of the hostile one is as well.
      }
      isOver.add()
    }
    defer { hostile.cancel() }
    for _ in 1..<Self.actionCount {
      await store.sendWhenRoom(.shards(.element(id: 1, action: .up)))
    }
    try await eventually("the honest client's actions have committed", within: 60) {
      store.state.shards[id: 1]?.count == Self.actionCount
    }
    try await eventually("the hostile client has done its worst", within: 120) { isOver.value == 1 }
    await store.send(.shards(.element(id: 1, action: .up))).finish()
    #expect(store.state.shards[id: 1]?.count == Self.actionCount + 1)
    #expect(store.state.shards[id: 1]?.processID == worker.process.processIdentifier)
    #expect(store.state.shards[id: 1]?.interruptions == 0)
    #expect(worker.isRunning)
    #expect(residentBytes(of: worker.process.processIdentifier) < 500 << 20)
    await store.stop()
  }
}
