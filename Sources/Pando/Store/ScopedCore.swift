import Synchronization

/// A part of another store.
final class ScopedCore<Parent: StoreCore, State: Sendable, Action: Sendable>: StoreCore {
  private let parent: Parent
  private let toState: @Sendable (Parent.State) -> State?
  private let toParentAction: @Sendable (Action) -> Parent.Action
  /// The last state of an optional child, for those who still look after it has gone.
  private let last: Mutex<State?>

  init(
    parent: Parent,
    initial: State?,
    toState: @escaping @Sendable (Parent.State) -> State?,
    toParentAction: @escaping @Sendable (Action) -> Parent.Action
  ) {
    self.parent = parent
    self.toState = toState
    self.toParentAction = toParentAction
    last = Mutex(initial)
  }

  func send(_ action: Action) -> StoreTask {
    parent.send(toParentAction(action))
  }

  func sendWhenRoom(_ action: Action) async -> StoreTask {
    await parent.sendWhenRoom(toParentAction(action))
  }

  func sendAndCommit(_ action: Action) async -> StoreTask {
    await parent.sendAndCommit(toParentAction(action))
  }

  func sendIfRoom(_ action: Action) throws(StoreIsFull) -> StoreTask {
    try parent.sendIfRoom(toParentAction(action))
  }

  func copyState() -> State? {
    withState(.whole) { $0 }
  }

  func withState<Result>(
    _ rest: UnobservedRest, _ body: (State) throws -> Result
  ) rethrows -> Result? {
    let result = try parent.withState(.identity) { parentState -> Result? in
      guard let state = toState(parentState) else { return nil }
      last.withLock { if $0 != nil { $0 = state } }
      return try ThreadObservation.readPart(state, rest, body)
    }
    if let result = result ?? nil { return result }
    guard let state = last.withLock({ $0 }) else { return nil }
    return try body(state)
  }

  var whole: any WholeStore { parent.whole }

  var location: OperatorLocation? { parent.location }

  var isOver: Bool {
    parent.isOver || (parent.withState(.identity, toState) ?? nil) == nil
  }
}
