public import Pando

extension Reducer {
  /// Makes a reducer of one case of an enum into one of the enum.
  ///
  /// Combine the reducers of all cases to cover the enum, and list them before a parent that changes
  /// the case: an action that comes while the state is in another case is reported as an issue, and
  /// dropped. Effects live on when the case changes; end long ones with `Effect.cancel(id:)`.
  ///
  /// - Parameters:
  ///   - toLocalState: The case that holds the part.
  ///   - toLocalAction: The case that holds the part's actions.
  ///   - toLocalEnvironment: What the part depends on; called for each of its actions.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: CasePath<GlobalState, State>,
    action toLocalAction: CasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let location = OperatorLocation(fileID: file, filePath: filePath, line: line, column: column)
    return Reducer<GlobalState, GlobalAction, GlobalEnvironment>(
      logic: { state, action, environment, pass in
        guard let localAction = toLocalAction.extract(from: action) else { return .none }
        let effect = toLocalState.modify(&state) { localState in
          logic(&localState, localAction, toLocalEnvironment(environment), pass)
        }
        guard let effect else {
          let found = state
          pass.warn(location, wrongCase(localAction, found, location))
          return .none
        }
        return effect.map { toLocalAction.embed($0) }
      })
  }

  /// Makes a reducer of one case of an enum into one of the enum; both cases by their key paths.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: CaseKeyPath<GlobalState, State>,
    action toLocalAction: CaseKeyPath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    pullback(
      state: CasePath(toLocalState), action: CasePath(toLocalAction),
      environment: toLocalEnvironment, file: file, filePath: filePath, line: line, column: column)
  }

  private func wrongCase<GlobalState>(
    _ action: Action, _ state: GlobalState, _ location: OperatorLocation
  ) -> String {
    """
    A "pullback" at "\(location.fileID):\(location.line)" received an action while its state was in \
    another case.

      Action: \(WarningText.action(action))
      State: \(caseLabels(of: state))

    Combine this reducer before a parent that changes the case, end its long effects when the case \
    changes, and send its actions only while its state is there.
    """
  }
}
