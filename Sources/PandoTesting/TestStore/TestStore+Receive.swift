public import Pando

extension TestStore {
  /// Asserts that an action came back from an effect, and what it changed.
  ///
  /// - Parameters:
  ///   - expectedAction: The action.
  ///   - timeout: How long it may take to come; nil for the store's own.
  ///   - assert: Changes the state as the action should have. Without one the state must stay as it
  ///     is.
  public func receive(
    _ expectedAction: Action,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      Expectation(
        matches: { $0 == expectedAction },
        title: "this action:\n\n\(dumped(expectedAction))",
        difference: { self.difference(expectedAction, $0) }),
      timeout, assert,
      OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an action that satisfies a condition came back from an effect, and what it changed.
  ///
  /// - Parameters:
  ///   - isMatching: The condition.
  ///   - timeout: How long the action may take to come; nil for the store's own.
  ///   - assert: Changes the state as the action should have.
  public func receive(
    _ isMatching: @escaping (_ action: Action) -> Bool,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      Expectation(
        matches: isMatching, title: "an action that satisfies the condition",
        difference: { self.dumped($0) }),
      timeout, assert,
      OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an action of a case came back from an effect, and what it changed.
  ///
  /// - Parameters:
  ///   - actionCase: The case; it may lie in another: `\.child.found`.
  ///   - timeout: How long the action may take to come; nil for the store's own.
  ///   - assert: Changes the state as the action should have.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(
        matches: { path.extract(from: $0) != nil },
        title: "an action of the case that the key path names",
        difference: { self.dumped($0) }),
      timeout, assert,
      OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an action of a case with a payload came back from an effect, and what it changed.
  ///
  /// - Parameters:
  ///   - actionCase: The case; it may lie in another: `\.child.found`.
  ///   - value: The payload.
  ///   - timeout: How long the action may take to come; nil for the store's own.
  ///   - assert: Changes the state as the action should have.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = AnyCasePath(actionCase)
    await receive(
      Expectation(
        matches: { path.extract(from: $0) == value },
        title: "this action:\n\n\(dumped(path.embed(value)))",
        difference: { self.difference(path.embed(value), $0) }),
      timeout, assert,
      OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
