public import Pando

extension Reducer {
  /// Makes a reducer of an element into one of an array, whose elements are named by position.
  ///
  /// An action for a position that is not there is reported as an issue, and dropped. An effect comes
  /// back to the position, whatever has moved there since; an identified array has no such fault.
  ///
  /// - Parameters:
  ///   - toLocalState: Where the array lives.
  ///   - toLocalAction: The case that holds an element's position and action.
  ///   - toLocalEnvironment: What an element depends on; called for each of its actions.
  @available(*, deprecated, message: "Use the 'IdentifiedArray'-based version, instead")
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (Int, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEachIndex(
      state: toLocalState, action: toLocalAction, environment: toLocalEnvironment,
      file: file, filePath: filePath, line: line, column: column)
  }

  /// Makes a reducer of an element into one of an array; the case of the action by its key path.
  @available(*, deprecated, message: "Use the 'IdentifiedArray'-based version, instead")
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, (Int, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEachIndex(
      state: toLocalState, action: CasePath(toLocalAction), environment: toLocalEnvironment,
      file: file, filePath: filePath, line: line, column: column)
  }

  /// Makes a reducer of an element into one of an array; the case has the labels `index`
  /// and `action`.
  @available(*, deprecated, message: "Use the 'IdentifiedArray'-based version, instead")
  public func forEach<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, (index: Int, action: Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEachIndex(
      state: toLocalState, action: CasePath(toLocalAction), environment: toLocalEnvironment,
      file: file, filePath: filePath, line: line, column: column)
  }

  private func forEachIndex<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (Int, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    elements(
      "Index", action: toLocalAction,
      location: OperatorLocation(fileID: file, filePath: filePath, line: line, column: column)
    ) { state, index, action, environment, pass in
      guard state[keyPath: toLocalState].indices.contains(index) else { return nil }
      return logic(
        &state[keyPath: toLocalState][index], action, toLocalEnvironment(environment), pass)
    }
  }
}
