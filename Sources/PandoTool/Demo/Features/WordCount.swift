import Pando

/// Counts the words of many files, each shard of them in a child of its own.
@Reducer
struct WordCount {
  struct State: Sendable {
    var shards: IdentifiedArrayOf<FileCount.State> = []
    /// The shards where text comes as actions; there are no others then.
    var textShards: IdentifiedArrayOf<TextCount.State> = []
    var records: [ShardRecord]
    /// The sum of what the shards reported.
    var total = Report()
    var heartbeat: Heartbeat.State?
    /// The number of ticks of any heartbeat that have committed.
    var tickCount = 0

    /// Deals the files out.
    init(files: [SourceFile], directory: String, shardCount: Int, sendsText: Bool = false) {
      records = Shards.deal(files, among: shardCount).enumerated().map { index, files in
        ShardRecord(id: index + 1, files: files, directory: directory, sendsText: sendsText)
      }
      if sendsText {
        textShards = IdentifiedArrayOf(uniqueElements: records.map { TextCount.State(id: $0.id) })
      } else {
        shards = IdentifiedArrayOf(uniqueElements: records.map { FileCount.State(id: $0.id) })
      }
    }
  }

  enum Action: Sendable {
    /// Where text comes as actions: the shards begin.
    case started
    case shards(IdentifiedActionOf<FileCount>)
    case textShards(IdentifiedActionOf<TextCount>)
    case heartbeatOpened
    case heartbeatClosed
    case heartbeat(Heartbeat.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .merge(state.records.indices.map { Self.assign(&state, $0) })

      case .shards(.element(let id, .count)):
        // The shard has reduced it, in its worker.
        if let shard = state.shards[id: id] { state.take(shard) }
        return .none

      case .textShards(.element(let id, let action)):
        let index = id - 1
        state.records[index].actionCount += 1
        return Self.follow(action, &state, index)

      case .heartbeatOpened:
        state.heartbeat = Heartbeat.State()
        return .send(.heartbeat(.started))

      case .heartbeatClosed:
        state.heartbeat = nil
        return .none

      case .heartbeat(.ticked):
        state.tickCount += 1
        return .none

      case .heartbeat(.started):
        return .none
      }
    }
    .forEach(\.shards, action: \.shards) {
      // A sum is the same in any order, so no shard waits for another's worker.
      FileCount().hosted(order: .asReady)
    }
    .forEach(\.textShards, action: \.textShards) {
      TextCount().hosted(interrupted: .interrupted)
    }
    .ifLet(\.heartbeat, action: \.heartbeat) {
      Heartbeat().hosted(interrupted: .started)
    }
  }
}
