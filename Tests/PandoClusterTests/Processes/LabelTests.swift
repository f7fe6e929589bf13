import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing
import ZeroMQ

/// Children that ask for labelled workers, as real processes behind a real coordinator.
@Suite("Workers with labels and limits", .serialized, .timeLimit(.minutes(15)))
struct LabelTests {
  @Reducer
  struct Lab {
    struct State: Sendable {
      var errands = IdentifiedArray(uniqueElements: (0..<2).map { Errand.State(id: $0) })
    }

    enum Action: Sendable {
      case errands(IdentifiedActionOf<Errand>)
    }

    var body: some Reducer<State, Action> {
      EmptyReducer().forEach(\.errands, action: \.errands) { Errand().hosted(on: ["gpu"]) }
    }
  }

  @Test("children go where their label is, and the status shows labels and limits")
  func labels() async throws {
    try await DrainSite.with(["plain"], errands: 0) { site in
      try await site.start("gpu", ["--label", "gpu", "--label", "fast", "--lanes-at-most", "2"])
      let store = Store(initialState: Lab.State()) {
        Lab()
      } withDependencies: {
        $0.hosting = .coordinator(site.endpoint.description)
      }
      for id in 0..<2 { await store.send(.errands(.element(id: id, action: .up))).finish() }
      #expect(store.state.errands.allSatisfy { $0.processID == site.processID("gpu") })
      try await eventually("the table shows it") {
        let output = (try? await site.pando("status"))?.output ?? ""
        return output.contains("2/2") && output.contains("fast,gpu")
      }
      await store.stop()
    }
  }

  @Test("a limit that leaves no child is refused")
  func refused() async throws {
    let outcome = try await FinishedProgram.run(
      "pando", ["worker", "--bind", "ipc:///tmp/x.sock", "--lanes-at-most", "0"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--lanes-at-most"))
  }
}
