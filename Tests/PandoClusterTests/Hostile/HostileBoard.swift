import ClusterFeatures
import Pando

/// Children that wait for nobody else, and that count what could not be reduced.
@Reducer
struct HostileBoard {
  struct State: Sendable {
    var shards: IdentifiedArrayOf<Shard.State> = []
    /// The number of actions of children that have committed.
    var committedCount = 0
    /// The number of actions that could not be reduced.
    var failedCount: Int { shards.reduce(0) { $0 + $1.interruptions } }
  }

  enum Action: Sendable {
    case shards(IdentifiedActionOf<Shard>)
    case add(Int)
    case removeAll
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shards: state.committedCount += 1
      case .add(let id): state.shards.append(Shard.State(id: id))
      case .removeAll: state.shards = []
      }
      return .none
    }
    .forEach(\.shards, action: \.shards) {
      Shard().hosted(
        order: .asReady, timeout: .seconds(1),
        onCrash: .custom { state, _ in
          state.interruptions += 1
          return nil
        })
    }
  }
}
