import IssueReporting

extension TestStore {
  /// Asserts something of the state as it is, without an action.
  ///
  /// The closure is given the state; what it sets must be there already.
  public func assert(
    _ assertion: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let state = self.state
    guard let expected = apply(assertion, to: state, location), expected != state else { return }
    reportChange("The state does not match the assertion.", expected, state, "", at: location)
  }

  /// Compares what an action left with what the test says of it, and takes it as asserted.
  ///
  /// - Parameter hint: What else to say when they differ.
  func expect(
    _ actual: State, _ assertion: ((inout State) throws -> Void)?, hint: String,
    at location: OperatorLocation
  ) {
    defer { watch.locked { watch.asserted = actual } }
    let before = state
    let isExhaustive = exhaustivity == .on
    guard let assertion else {
      if before != actual { reportUnexpectedChange(before, actual, hint, at: location) }
      return
    }
    // What a test that need not assert everything says is put on top of what there is.
    let base = isExhaustive ? before : actual
    guard let expected = apply(assertion, to: base, location) else { return }
    if expected != actual {
      reportChange(
        "The state changed otherwise than the test says.", expected, actual, hint, at: location)
    } else if isExhaustive, expected == before {
      report(
        """
        The state was expected to change, but it did not.

        The closure sets nothing that was not so before. If no change is expected, leave it out.
        """,
        at: location)
    } else if exhaustivity == .off(showSkippedAssertions: true) {
      noteOmissions(assertion, from: before, to: actual, at: location)
    }
  }

  private func reportUnexpectedChange(
    _ before: State, _ actual: State, _ hint: String, at location: OperatorLocation
  ) {
    reportOmission(
      """
      The state was not expected to change, but it did:

      \(difference(before, actual))

      Say what changes in a closure behind the call.\(hint)
      """,
      at: location)
  }

  private func reportChange(
    _ heading: String, _ expected: State, _ actual: State, _ hint: String,
    at location: OperatorLocation
  ) {
    report("\(heading)\n\n\(difference(expected, actual))\(hint)", at: location)
  }

  private func noteOmissions(
    _ assertion: (inout State) throws -> Void, from before: State, to actual: State,
    at location: OperatorLocation
  ) {
    var expected: State?
    // The second run of the closure is to show nothing of its own.
    if case .swiftTesting? = TestContext.current {
      withExpectedIssue(isIntermittent: true) { expected = try? applied(assertion, to: before) }
    } else {
      expected = try? applied(assertion, to: before)
    }
    guard let expected, expected != actual else { return }
    note(
      "The test does not say everything that changed:\n\n\(difference(expected, actual))",
      at: location)
  }

  /// Nil where the closure failed.
  private func apply(
    _ assertion: (inout State) throws -> Void, to state: State, _ location: OperatorLocation
  ) -> State? {
    do {
      return try applied(assertion, to: state)
    } catch {
      report("The closure that asserts the state threw an error: \(error)", at: location)
      return nil
    }
  }

  private func applied(
    _ assertion: (inout State) throws -> Void, to state: State
  ) throws -> State {
    var state = state
    try DependencyValues.$current.withValue(dependencies) { try assertion(&state) }
    return state
  }
}
