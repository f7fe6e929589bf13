package import Pando

/// The parent: shards in worker processes, and what it saw of them, second.
@Reducer
package struct Board {
  package struct State: Sendable {
    package var shards: IdentifiedArrayOf<Shard.State> = []
    package var only: Shard.State?
    /// The child's count as the parent found it, action by action.
    package var seen: [Int] = []
    package var total = 0

    package init() {}
  }

  package enum Action: Sendable {
    case shards(IdentifiedActionOf<Shard>)
    case only(Shard.Action)
    case add(Int)
    case remove(Int)
    case open
    case close
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shards(.element(_, .up)): state.total += 1
      case .shards: break
      case .only: state.seen.append(state.only?.count ?? -1)
      case .add(let id): state.shards.append(Shard.State(id: id))
      case .remove(let id): state.shards.remove(id: id)
      case .open: state.only = Shard.State(id: 0)
      case .close: state.only = nil
      }
      return .none
    }
    .ifLet(\.only, action: \.only) {
      Shard().hosted(interrupted: .interrupted, timeout: .seconds(2))
    }
    .forEach(\.shards, action: \.shards) {
      Shard().hosted(interrupted: .interrupted, timeout: .seconds(2))
    }
  }
}
