import ClusterFeatures
import Pando

/// The parent of hosted children whose store has a journal.
@Reducer
struct Plot {
  struct State: Codable, Equatable, Sendable {
    var shards: IdentifiedArrayOf<Shard.State> = []
  }

  enum Action: Codable, Sendable {
    case add(Int)
    case shards(IdentifiedActionOf<Shard>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let id) = action { state.shards.append(Shard.State(id: id)) }
      return .none
    }
    .forEach(\.shards, action: \.shards) { Shard().hosted() }
  }
}
