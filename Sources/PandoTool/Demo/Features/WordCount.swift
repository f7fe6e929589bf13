import Pando

/// Counts the words of many files, each shard of them in a child of its own.
@Reducer
struct WordCount {
  struct State: Sendable {
    var shards: IdentifiedArrayOf<ShardCount.State>
    var records: [ShardRecord]
    /// The sum of what the shards reported.
    var total = Report()
    var heartbeat: Heartbeat.State?
    /// How many ticks of any heartbeat have committed.
    var tickCount = 0

    /// Deals the files out.
    init(files: [SourceFile], directory: String, shardCount: Int) {
      records = Shards.deal(files, among: shardCount).enumerated().map { index, files in
        ShardRecord(id: index + 1, paths: files.map(\.path), directory: directory)
      }
      shards = IdentifiedArrayOf(uniqueElements: records.map { ShardCount.State(id: $0.id) })
    }
  }

  enum Action: Sendable {
    case started
    case shards(IdentifiedActionOf<ShardCount>)
    case heartbeatOpened
    case heartbeatClosed
    case heartbeat(Heartbeat.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .merge(state.records.indices.map { Self.assign(&state, $0) })

      case .shards(.element(let id, let action)):
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
      ShardCount().hosted(interrupted: .interrupted)
    }
    .ifLet(\.heartbeat, action: \.heartbeat) {
      Heartbeat().hosted(interrupted: .started)
    }
  }

  /// The shard has reduced its action; now the parent does.
  private static func follow(
    _ action: ShardCount.Action, _ state: inout State, _ index: Int
  ) -> Effect<Action> {
    switch action {
    case .assigned:
      return .none
    case .interrupted:
      state.records[index].interruptionCount += 1
      state.records[index].readsSinceInterruption = 0
      return .none
    case .read, .skipped:
      state.records[index].readsSinceInterruption += 1
      return .none
    case .finished(let report):
      state.records[index].report.add(report)
      state.total.add(report)
      return assign(&state, index)
    }
  }

  private static func assign(_ state: inout State, _ index: Int) -> Effect<Action> {
    guard let next = state.records[index].assignments.popLast() else { return .none }
    return .send(.shards(.element(id: state.records[index].id, action: .assigned(next))))
  }
}
