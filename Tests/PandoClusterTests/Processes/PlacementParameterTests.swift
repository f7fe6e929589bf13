import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing
import ZeroMQ

/// Children that are kept apart, or together, on workers that are real processes.
@Suite("Children that are spread, or kept together by a key", .serialized, .timeLimit(.minutes(15)))
struct PlacementParameterTests {
  @Reducer
  struct Yard {
    struct State: Sendable {
      var apart = IdentifiedArray(uniqueElements: (0..<6).map { Errand.State(id: $0) })
      var together = IdentifiedArray(uniqueElements: (0..<12).map { Errand.State(id: $0) })
      var pairs = IdentifiedArray(uniqueElements: (0..<8).map { Errand.State(id: $0) })
    }

    enum Action: Sendable {
      case apart(IdentifiedActionOf<Errand>)
      case together(IdentifiedActionOf<Errand>)
      case pairs(IdentifiedActionOf<Errand>)
    }

    var body: some Reducer<State, Action> {
      EmptyReducer()
        .forEach(\.apart, action: \.apart) { Errand().hosted(placement: .spread) }
        .forEach(\.together, action: \.together) {
          Errand().hosted(placement: .affinity { $0.id % 4 })
        }
        .forEach(\.pairs, action: \.pairs) { Errand().hosted(placement: .spread { $0.id / 2 }) }
    }
  }

  private func check(_ hosting: Hosting, workers: Int) async throws {
    let store = Store(initialState: Yard.State()) {
      Yard()
    } withDependencies: {
      $0.hosting = hosting
    }
    for id in 0..<12 { await store.send(.together(.element(id: id, action: .up))).finish() }
    for id in 0..<6 { await store.send(.apart(.element(id: id, action: .up))).finish() }
    for id in 0..<8 { await store.send(.pairs(.element(id: id, action: .up))).finish() }
    let state = store.state
    for key in 0..<4 {
      let hosts = Set(state.together.filter { $0.id % 4 == key }.map(\.processID))
      #expect(hosts.count == 1, "the children with the key \(key) are together")
    }
    let counts = Dictionary(grouping: state.apart, by: \.processID).mapValues(\.count)
    #expect(counts.count == workers)
    #expect(counts.values.allSatisfy { $0 == 6 / workers }, "\(counts)")
    for pair in 0..<4 {
      let hosts = Set(state.pairs.filter { $0.id / 2 == pair }.map(\.processID))
      #expect(hosts.count == 2, "the children of \(pair) are apart")
    }
    await store.stop()
  }

  @Test("on workers of the store's own")
  func spawned() async throws {
    try await check(.workers(3, executable: ClusterProgram.path), workers: 3)
  }

  @Test("on workers that a coordinator names, though one is loaded more than the others")
  func coordinated() async throws {
    try await DrainSite.with(["one"], errands: 7) { site in
      for id in 0..<7 { await site.store.send(.errands(.element(id: id, action: .up))).finish() }
      try await site.start("two")
      try await site.start("three")
      try await check(.coordinator(site.endpoint.description), workers: 3)
    }
  }
}
