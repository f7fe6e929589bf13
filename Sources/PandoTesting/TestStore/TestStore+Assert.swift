import IssueReporting
import Pando

extension TestStore {
  typealias Moment = CommitWatch<State, Action>.Moment

  /// Asserts something of the state as it is, without an action.
  ///
  /// The closure is given the state; what it sets must be there already. What an effect, or somebody
  /// else, changed in shared values since the last assertion is asserted so:
  ///
  /// ```swift
  /// store.assert { $0.$count.withLock { $0 = 1 } }
  /// ```
  ///
  /// While received actions wait to be asserted, shared values are what they were before the first.
  public func assert(
    _ assertion: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let (before, actual) = watch.locked { (watch.asserted, watch.reached) }
    defer { watch.locked { watch.asserted = actual } }
    let base = exhaustivity == .on ? before : actual
    guard let expected = apply(assertion, to: base, location) else { return }
    if !expected.isEqual(to: view(actual)) {
      reportChange(
        "A state change does not match expectation:", expected, view(actual), "", at: location)
    } else if exhaustivity == .off(showSkippedAssertions: true) {
      noteOmissions(assertion, from: before, to: actual, at: location)
    }
  }

  /// Compares what an action left with what the test says of it, and takes it as asserted.
  ///
  /// - Parameter hint: What else to say when they differ.
  func expect(
    _ actual: Moment, _ assertion: ((inout State) throws -> Void)?, hint: String,
    at location: OperatorLocation
  ) {
    defer { watch.locked { watch.asserted = actual } }
    let before = watch.locked { watch.asserted }
    let isExhaustive = exhaustivity == .on
    guard let assertion else {
      if !view(before).isEqual(to: view(actual)) {
        reportUnexpectedChange(before, actual, hint, at: location)
      }
      return
    }
    // What a test that need not assert everything says is put on top of what there is.
    let base = isExhaustive ? before : actual
    guard let expected = apply(assertion, to: base, location) else { return }
    if !expected.isEqual(to: view(actual)) {
      reportChange(
        "A state change does not match expectation:", expected, view(actual), hint,
        at: location)
    } else if isExhaustive, expected.isEqual(to: view(before)) {
      report(
        """
        Expected state to change, but no change occurred.

        The closure sets nothing that was not so before. If no change is expected, leave it out.
        """,
        at: location)
    } else if exhaustivity == .off(showSkippedAssertions: true) {
      noteOmissions(assertion, from: before, to: actual, at: location)
    }
  }

  /// The state with the shared values of its time, in which the test may change what it expects.
  func view(_ moment: Moment) -> ComparedState<State> {
    ComparedState(
      state: moment.state, shared: SharedSnapshot(of: watch.timeline, at: moment.shared))
  }

  private func noteOmissions(
    _ assertion: (inout State) throws -> Void, from before: Moment, to actual: Moment,
    at location: OperatorLocation
  ) {
    var expected: ComparedState<State>?
    // The second run of the closure is to show nothing of its own.
    if case .swiftTesting? = TestContext.current {
      withExpectedIssue(isIntermittent: true) { expected = try? applied(assertion, to: before) }
    } else {
      expected = try? applied(assertion, to: before)
    }
    let actual = view(actual)
    guard let expected, !expected.isEqual(to: actual) else { return }
    note(
      "The test does not say everything that changed:\n\n\(difference(expected, actual))",
      at: location)
  }

  /// Nil where the closure failed.
  private func apply(
    _ assertion: (inout State) throws -> Void, to moment: Moment, _ location: OperatorLocation
  ) -> ComparedState<State>? {
    do {
      return try applied(assertion, to: moment)
    } catch {
      report(
        """
        Threw error: \(ValueWords.text(of: error))

        The closure that asserts the state threw it.
        """,
        at: location)
      return nil
    }
  }

  private func applied(
    _ assertion: (inout State) throws -> Void, to moment: Moment
  ) throws -> ComparedState<State> {
    var view = view(moment)
    try view.shared.look {
      try DependencyValues.with(dependencies) { try assertion(&view.state) }
    }
    return view
  }
}
