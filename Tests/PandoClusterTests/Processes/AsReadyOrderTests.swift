import ClusterFeatures
import Pando
import PandoCluster
import Testing

/// A slow child in the order of sending, and one beside it that commits when it is ready.
@Reducer
private struct Desk {
  struct State: Sendable {
    var slow = Slow.State(id: 1)
    var ready: Shard.State?
    /// The child's counts when the parent saw its actions.
    var seen: [String] = []
  }

  enum Action: Sendable {
    case slow(Slow.Action)
    case ready(Shard.Action)
    case open
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.slow, action: \.slow) { Slow().hosted() }
    Reduce { state, action in
      switch action {
      case .slow: break
      case .open: state.ready = Shard.State(id: 1)
      case .ready(.up): state.seen.append("up")
      case .ready(.asked): state.seen.append("asked")
      case .ready: break
      }
      return .none
    }
    .ifLet(\.ready, action: \.ready) { Shard().hosted(order: .asReady) }
  }
}

@Suite("Children that commit when they are ready")
struct AsReadyOrderTests {
  @Test("an action sent before its child was there is not overtaken by one sent after")
  func order() async throws {
    let store = Store(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.hosting = .workers(2, executable: ClusterProgram.path)
    }
    await store.send(.slow(.up)).finish()
    store.send(.slow(.sleep(milliseconds: 300)))
    store.send(.open)
    let slow = store.send(.slow(.sleep(milliseconds: 1_000)))
    let first = store.send(.ready(.up))
    try await eventually("the child is there") { store.state.ready != nil }
    let second = store.send(.ready(.asked))
    await slow.finish()
    await first.finish()
    await second.finish()
    #expect(store.state.seen == ["up", "asked"])
    await store.stop()
  }
}
