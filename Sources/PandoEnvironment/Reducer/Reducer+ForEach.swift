public import Pando

extension Reducer {
  /// Makes a reducer of an element into one of an identified array.
  ///
  /// List it before a parent that changes the array: an action for an element that is not there is
  /// reported as an issue, and dropped. Effects live on when the element goes; end long ones with
  /// `Effect.cancel(id:)`.
  ///
  /// - Parameters:
  ///   - toLocalState: Where the elements live.
  ///   - toLocalAction: The case that holds an element's id and action.
  ///   - toLocalEnvironment: What an element depends on; called for each of its actions.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, ID: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (ID, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    elements(
      "ID", action: toLocalAction,
      location: OperatorLocation(fileID: file, filePath: filePath, line: line, column: column)
    ) { state, id, action, environment, pass in
      guard state[keyPath: toLocalState].index(id: id) != nil else { return nil }
      return logic(
        &state[keyPath: toLocalState][id: id]!, action, toLocalEnvironment(environment), pass)
    }
  }

  /// Makes a reducer of an element into one of an identified array; the case of the action by its key path.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, ID: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, (ID, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      state: toLocalState, action: CasePath(toLocalAction), environment: toLocalEnvironment,
      file: file, filePath: filePath, line: line, column: column)
  }

  /// Makes a reducer of an element into one of an identified array; the case has the labels
  /// `id` and `action`.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, ID: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, (id: ID, action: Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      state: toLocalState, action: CasePath(toLocalAction), environment: toLocalEnvironment,
      file: file, filePath: filePath, line: line, column: column)
  }

  /// Makes a reducer of an element into one of an identified array; the case holds an
  /// `IdentifiedAction`.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, ID: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, IdentifiedAction<ID, Action>>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      state: toLocalState, action: CasePath(toLocalAction), environment: toLocalEnvironment,
      file: file, filePath: filePath, line: line, column: column)
  }
}
