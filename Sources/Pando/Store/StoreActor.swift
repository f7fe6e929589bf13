/// A store that is an actor: who sends to it goes on when the action has committed.
///
/// ``Store/send(_:)`` returns once an action is accepted, and one for a hosted feature commits later. Programs
/// that run from top to bottom, such as servers and command line tools, mostly need its outcome next:
///
/// ```swift
/// let game = StoreActor(initialState: Game.State()) { Game() }
/// await game.send(.move(to: 3))
/// draw(game.board)
/// ```
///
/// The state that is read behind `send` has the action in it, wherever it was reduced; effects of
/// the feature and others who send may have changed it further. To read it needs no `await`. A task that
/// sends while the store is full is suspended, and blocks no thread.
///
/// Methods of an extension for one feature run as those of any actor do: others that use the actor
/// come in only where the method awaits.
@dynamicMemberLookup
public actor StoreActor<State: Sendable, Action: Sendable> {
  /// The store behind the actor, to observe, to scope, or to hand to code that does not await.
  public nonisolated let store: Store<State, Action>

  /// Makes an actor of a store, or of a part of one that `scope` returned.
  public init(_ store: Store<State, Action>) {
    self.store = store
  }

  /// Sends an action; returns when it has committed and observers have been told.
  ///
  /// Actions that one task sends commit in that order. An action that is dropped, because the
  /// store has stopped, is waited for no longer. A task that is cancelled meanwhile has sent it all
  /// the same.
  ///
  /// - Returns: The task of what the action led to, to wait for its effects or cancel them.
  @discardableResult
  public func send(_ action: Action) async -> StoreTask {
    await store.core.sendAndCommit(action)
  }

  /// A copy of the state, as of the last commit.
  public nonisolated var state: State { store.state }

  /// A part of the state, as of the last commit.
  public nonisolated subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    store.withState { $0[keyPath: keyPath] }
  }

  /// Reads the state without copying it where that can be avoided, as ``Store/withState(_:)`` does.
  public nonisolated func withState<Result>(
    _ body: (_ state: State) throws -> Result
  ) rethrows -> Result {
    try store.withState(body)
  }

  /// The states after commits, beginning with the one that is there.
  public nonisolated var states: StoreStates<State> { store.states }

  /// Ends the store, as ``Store/stop()`` does.
  public func stop() async {
    await store.stop()
  }
}
