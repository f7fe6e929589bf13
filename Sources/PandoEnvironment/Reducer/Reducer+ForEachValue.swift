public import Pando

extension Reducer {
  /// Makes a reducer of a value into one of a dictionary.
  ///
  /// List it before a parent that changes the dictionary: an action for a key that has no value is
  /// reported as an issue, and dropped. Effects live on when the value goes; end long ones with
  /// `Effect.cancel(id:)`.
  ///
  /// - Parameters:
  ///   - toLocalState: Where the dictionary lives.
  ///   - toLocalAction: The case that holds a value's key and action.
  ///   - toLocalEnvironment: What a value depends on; called for each of its actions.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, Key: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (Key, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    elements(
      "Key", action: toLocalAction,
      location: OperatorLocation(fileID: file, filePath: filePath, line: line, column: column)
    ) { state, key, action, environment, pass in
      guard state[keyPath: toLocalState][key] != nil else { return nil }
      return logic(
        &state[keyPath: toLocalState][key]!, action, toLocalEnvironment(environment), pass)
    }
  }

  /// Makes a reducer of an element into one of a dictionary; the case of the action by its key path.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, Key: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, (Key, Action)>,
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

  /// Makes a reducer of an element into one of a dictionary; the case has the labels `key`
  /// and `action`.
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment, Key: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, (key: Key, action: Action)>,
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
