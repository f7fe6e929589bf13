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
    /// The time that the parent takes for an action of the child.
    package var pauseMilliseconds = 0

    package init() {}
  }

  package enum Action: Sendable {
    case shards(IdentifiedActionOf<Shard>)
    case only(Shard.Action)
    case add(Int)
    case remove(Int)
    case open
    case close
    /// The parent takes so long for each action of the child from now on.
    case pause(milliseconds: Int)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shards(.element(_, .up)): state.total += 1
      case .shards: break
      case .only:
        state.seen.append(state.only?.count ?? -1)
        if state.pauseMilliseconds > 0 { pause(milliseconds: state.pauseMilliseconds) }
      case .add(let id): state.shards.append(Shard.State(id: id))
      case .remove(let id): state.shards.remove(id: id)
      case .open: state.only = Shard.State(id: 0)
      case .close: state.only = nil
      case .pause(let milliseconds): state.pauseMilliseconds = milliseconds
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
