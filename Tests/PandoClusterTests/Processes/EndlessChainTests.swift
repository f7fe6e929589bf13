import ClusterFeatures
import Pando
import PandoCluster
import Testing

/// A worker may answer each action with one more.
@Suite("A chain without an end, on a worker", .serialized, .timeLimit(.minutes(15)))
struct EndlessChainTests {
  @Reducer
  struct Mill {
    struct State: Sendable {
      var child: Slow.State? = Slow.State(id: 1)
      var clicks = 0
    }
    enum Action: Sendable {
      case child(Slow.Action)
      case click
      case remove
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child: break
        case .click: state.clicks += 1
        case .remove: state.child = nil
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Slow().hosted() }
    }
  }

  private func withMill(limit: Int, _ body: (StoreOf<Mill>) async throws -> Void) async throws {
    let store = Store(initialState: Mill.State()) {
      Mill()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path).chainLimit(limit)
    }
    try await stopping(store, after: body)
  }

  @Test("is cut at its limit")
  func isCut() async throws {
    try await withMill(limit: 200) { store in
      await store.send(.child(.again)).finish()
      #expect(store.state.child?.count == 201)
      await store.send(.child(.up)).finish()
      #expect(store.state.child?.count == 202)
    }
  }

  @Test("takes turns with what others send, so that its child can be taken away")
  func turns() async throws {
    try await withMill(limit: .max) { store in
      let chain = store.send(.child(.again))
      try await eventually("the chain goes on") { (store.state.child?.count ?? 0) > 100 }
      for clicks in 1...10 {
        await store.send(.click).finish()
        #expect(store.state.clicks == clicks)
      }
      await store.send(.child(.up)).finish()
      await store.send(.remove).finish()
      await chain.finish()
      #expect(store.state.child == nil)
    }
  }
}
