import Pando

/// Where text comes as actions.
extension WordCount {
  /// The shard has reduced its action; now the parent does.
  static func follow(
    _ action: TextCount.Action, _ state: inout State, _ index: Int
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

  /// Gives a shard its next files.
  static func assign(_ state: inout State, _ index: Int) -> Effect<Action> {
    guard let next = state.records[index].assignments.popLast() else { return .none }
    return .send(.textShards(.element(id: state.records[index].id, action: .assigned(next))))
  }
}
