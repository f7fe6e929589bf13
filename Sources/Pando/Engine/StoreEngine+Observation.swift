import PandoHosting

extension StoreEngine {
  /// Reads the state. What `withObservationTracking` reads is observed from then on.
  func readState<Result>(
    _ rest: UnobservedRest, _ body: (State) throws -> Result
  ) rethrows -> Result {
    guard ObservationProbe.isTracking else {
      return try readState(body)
    }
    let isHeld = lock.isHeldHere
    if isHeld { precondition(!current.isReducing, Self.readInsideReducer) } else { lock.lock() }
    let count = commits.acceptedCount
    defer { if !isHeld { finishRead(since: count) } }
    // To observe costs each commit from now on.
    if observation == nil, !ObservationProbe.isSurelyTracking { return try body(state.pointee) }
    return try beginObservation().read(state, rest, body)
  }

  /// Begins to observe, if nobody did before: then every value in the state is given what it takes.
  private func beginObservation() -> EngineObservation<State> {
    if let observation { return observation }
    StateTracker.isNeeded = true
    let observation = EngineObservation<State>()
    observation.begin(state)
    self.observation = observation
    pass.isObserved = true
    return observation
  }

  /// Runs what changes the state.
  func changeState(_ body: () -> Effect<Action>) -> Effect<Action> {
    current.isReducing = true
    defer { current.isReducing = false }
    let effect = observation?.commit(state, body) ?? body()
    return mounted.map { mounting(effect, in: $0) } ?? effect
  }

  /// Runs the reducers for an action.
  @inline(__always)
  func reduceTree(_ action: Action) -> Effect<Action> {
    current.isReducing = true
    let effect =
      if let observation {
        observation.commit(state) { logic(state, action, pass) }
      } else {
        logic(state, action, pass)
      }
    current.isReducing = false
    if let mounted { return mounting(effect, in: mounted) }
    return effect
  }
}
