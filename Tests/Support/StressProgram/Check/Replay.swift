import Pando

/// The same actions, in the same order, in one process.
struct Replay {
  private let engine: StoreEngine<Root.State, Root.Action>
  private let ballastWords: Int

  init(ballastWords: Int) {
    self.ballastWords = ballastWords
    Role.isReplaying = true
    var dependencies = DependencyValues()
    dependencies.hosting = .direct
    engine = StoreEngine(
      initialState: { Root.State(ballastWords: ballastWords) },
      reducer: { Root(timeout: .seconds(60), ballastWords: ballastWords) },
      dependencies: dependencies)
  }

  /// Returns a number for the state that the action leaves.
  mutating func apply(_ entry: Recorder.Entry) -> UInt64 {
    if entry.failure == nil {
      _ = engine.send(entry.action)
      return engine.withState { $0.digest }
    }
    return engine.withState { state in
      recover(&state, entry.action)
      return state.digest
    }
  }

  /// Does to the state what the policies of the hosted children make of an action that fails. What
  /// they send commits as an action of its own.
  private func recover(_ state: inout Root.State, _ action: Root.Action) {
    switch action {
    case .always: state.always = Item.State(id: 0, life: 1, ballastWords: ballastWords)
    case .rows(.element(let id, _)):
      guard var row = state.rows[id: id] else { return }
      Root.recoverRow(&row)
      state.rows[id: id] = row
    default: break
    }
  }

  /// The number of actions of effects that came to a child of another life.
  var strayCount: Int { engine.withState { $0.items.reduce(0) { $0 + $1.strayCount } } }

  func end() {
    engine.stop()
    Role.isReplaying = false
  }
}
