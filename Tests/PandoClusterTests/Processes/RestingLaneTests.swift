import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// A store that loses a worker with many children, of which few have anything to do.
@Suite("Children that rest after their worker died", .serialized, .timeLimit(.minutes(15)))
struct RestingLaneTests {
  @Reducer
  struct Yard {
    struct State: Sendable {
      var shards = IdentifiedArray(uniqueElements: (0..<200).map { Shard.State(id: $0) })
    }

    enum Action: Sendable {
      case shards(IdentifiedActionOf<Shard>)
    }

    var body: some Reducer<State, Action> {
      EmptyReducer().forEach(\.shards, action: \.shards) { Shard().hosted() }
    }
  }

  @Test("take no part of another worker until an action comes for them, and lose nothing")
  func rest() async throws {
    let store = Store(initialState: Yard.State()) {
      Yard()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    for id in 0..<200 { await store.send(.shards(.element(id: id, action: .up))).finish() }
    let first = try #require(store.workers.first?.processID)
    #expect(store.workers.first?.childCount == 200)
    kill(first, SIGKILL)
    try await eventually("another worker is there") {
      store.workers.first.map { $0.state == .ready && $0.processID != first } == true
    }
    for id in [3, 150] { await store.send(.shards(.element(id: id, action: .up))).finish() }
    #expect(store.workers.first?.childCount == 2)
    let second = store.workers.first?.processID
    for child in store.hostedChildren {
      let isHosted = ["3", "150"].contains(child.identities.first)
      #expect(child.standing == (isHosted ? .hosted : .resting))
      #expect(child.processID == (isHosted ? second : nil))
      #expect(child.placementCount == (isHosted ? 2 : 1))
      #expect(child.feature.hasSuffix("Shard") && child.uncommittedCount == 0)
    }
    #expect(store.hostedChildren.count == 200)
    for id in 0..<200 { store.send(.shards(.element(id: id, action: .up))) }
    await store.send(.shards(.element(id: 0, action: .up))).finish()
    #expect(store.workers.first?.childCount == 200)
    let counts = store.state.shards.map { ($0.id, $0.count) }
    #expect(counts.allSatisfy { $0.1 == 2 + ([0, 3, 150].contains($0.0) ? 1 : 0) })
    await store.stop()
  }
}
