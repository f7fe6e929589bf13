public import Pando

extension Reducer {
  /// Makes a reducer of a part into one of the whole.
  ///
  /// Runs for the actions of one case of the global action. Effects come back in that case.
  ///
  /// - Parameters:
  ///   - toLocalState: Where the part lives.
  ///   - toLocalAction: The case that holds the part's actions.
  ///   - toLocalEnvironment: What the part depends on; called for each of its actions.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, State> & Sendable,
    action toLocalAction: CasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    Reducer<GlobalState, GlobalAction, GlobalEnvironment>(logic: {
      state, action, environment, pass in
      guard let action = toLocalAction.extract(from: action) else { return .none }
      let effect = logic(
        &state[keyPath: toLocalState], action, toLocalEnvironment(environment), pass)
      return effect.map { toLocalAction.embed($0) }
    })
  }

  /// Makes a reducer of a part into one of the whole; the case of the action by its key path.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, State> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    pullback(
      state: toLocalState, action: CasePath(toLocalAction), environment: toLocalEnvironment)
  }
}
