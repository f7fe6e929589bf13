extension Store {
  /// The states after commits, beginning with the one that is there.
  ///
  /// A state is copied only when it is asked for: whoever is slower than the commits sees the newest
  /// and misses those between. Ends when an optional child has become nil, or when the task that asks
  /// is cancelled.
  public var states: StoreStates<State> {
    func states<Core: StoreCore<State, Action>>(_ core: Core) -> StoreStates<State> {
      StoreStates(
        version: { await core.whole.version(after: $0) },
        state: { core.isOver ? nil : core.copyState() })
    }
    return states(core)
  }
}

/// The sequence that ``Store/states`` gives.
public struct StoreStates<State: Sendable>: AsyncSequence, Sendable {
  let version: @Sendable (UInt64) async -> UInt64
  let state: @Sendable () -> State?

  /// Where one reader of the sequence is.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let states: StoreStates
    var seen: UInt64?

    /// Waits for a commit that came after the last state returned, and returns the newest state.
    public mutating func next() async -> State? {
      let latest = await states.version(seen ?? .max)
      if Task.isCancelled { return nil }
      seen = latest
      return states.state()
    }
  }

  /// Begins with the state that is there.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(states: self, seen: nil)
  }
}
