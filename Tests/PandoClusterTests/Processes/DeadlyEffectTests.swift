import ClusterFeatures
import Foundation
import IssueReporting
import Pando
import PandoCluster
import Testing

/// An effect that ends every worker, and that its feature starts again each time.
@Suite("An effect that ends every worker", .serialized, .timeLimit(.minutes(15)))
struct DeadlyEffectTests {
  @Reducer
  struct Box {
    struct State: Sendable {
      var fuses: IdentifiedArrayOf<Fuse.State> = []
      var notices = 0
    }

    enum Action: Sendable { case fuses(IdentifiedActionOf<Fuse>) }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .fuses(.element(_, .failed)) = action { state.notices += 1 }
        return .none
      }
      .forEach(\.fuses, action: \.fuses) {
        Fuse().hosted(interrupted: .interrupted, onCrash: .drop { _ in .failed })
      }
    }
  }

  @Test("is given up after a few deaths, and told; those of all others run again")
  func isGivenUp() async throws {
    let deadlyID = 4
    let store = Store(
      initialState: Box.State(
        fuses: IdentifiedArray(uniqueElements: (0..<9).map { Fuse.State(id: $0) }))
    ) {
      Box()
    } withDependencies: {
      $0.hosting = .workers(2, executable: ClusterProgram.path)
    }
    for fuse in store.state.fuses {
      store.send(.fuses(.element(id: fuse.id, action: .light(isDeadly: fuse.id == deadlyID))))
    }
    try await eventually("the deadly effect is given up", within: 200) {
      store.state.fuses[id: deadlyID]?.failures == 1
    }
    try await eventually("every other effect runs again", within: 200) {
      store.state.fuses.allSatisfy { fuse in
        fuse.id == deadlyID || fuse.beginnings == 1 + fuse.interruptions
      }
    }
    let state = store.state
    #expect(state.notices == 1)
    #expect(state.fuses.allSatisfy { $0.failures == ($0.id == deadlyID ? 1 : 0) })
    // Three before anybody is suspected, one for each half of nine that is tried, and three alone; a
    // machine that is slow to start effects may clear the suspect now and then.
    let deadly = try #require(state.fuses[id: deadlyID])
    #expect((3...40).contains(deadly.beginnings), "\(deadly)")
    await store.stop()
  }
}
