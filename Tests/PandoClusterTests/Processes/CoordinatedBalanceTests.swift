import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing
import ZeroMQ

/// Children that move because a worker joins, as real processes behind a real coordinator.
@Suite("Lopsided workers behind a coordinator", .serialized, .timeLimit(.minutes(15)))
struct CoordinatedBalanceTests {
  @Test("a worker that joins later gets children, which lose nothing, and those that are busy stay")
  func joins() async throws {
    try await DrainSite.with(["one"], errands: 24) { site in
      let store = site.store
      for id in 0..<24 { await store.send(.errands(.element(id: id, action: .up))).finish() }
      let one = site.processID("one")
      #expect(store.state.errands.allSatisfy { $0.processID == one })
      // These run effects for longer than the test takes.
      for id in 0..<4 {
        store.send(.errands(.element(id: id, action: .run(number: 1, milliseconds: 600_000))))
      }
      try await eventually("they have begun") {
        store.state.errands.prefix(4).allSatisfy { $0.begun == 1 }
      }
      try await site.start("two")
      let two = site.processID("two")
      var count = 1
      try await eventually("children have moved", within: 60) {
        count += 1
        for id in 4..<24 { await store.send(.errands(.element(id: id, action: .up))).finish() }
        return store.state.errands.count { $0.processID == two } >= 8
      }
      // Every action that was sent meanwhile has committed, wherever it was reduced.
      #expect(store.state.errands.dropFirst(4).allSatisfy { $0.count == count })
      for id in 0..<24 { await store.send(.errands(.element(id: id, action: .up))).finish() }
      #expect(store.state.errands.prefix(4).allSatisfy { $0.processID == one })
      #expect(store.state.errands.allSatisfy { $0.interruptions == 0 })
      #expect(store.state.errands.allSatisfy { $0.processID == one || $0.processID == two })
      #expect(store.state.errands.dropFirst(4).allSatisfy { $0.count == count + 1 })
    }
  }
}
