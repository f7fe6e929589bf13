import Pando

extension TestStore {
  func reportUnexpectedChange(
    _ before: Moment, _ actual: Moment, _ hint: String, at location: OperatorLocation
  ) {
    let (before, actual) = (view(before), view(actual))
    let text = difference(before, actual)
    reportOmission(
      """
      State was not expected to change, but a change occurred:

      \(text)

      Say what changes in a closure behind the call.\(sharedHint(before))\(hint)
      """,
      at: location)
  }

  func reportChange(
    _ heading: String, _ expected: ComparedState<State>, _ actual: ComparedState<State>,
    _ hint: String,
    at location: OperatorLocation
  ) {
    let text = difference(expected, actual)
    report("\(heading)\n\n\(text)\(hint)", at: location)
  }

  /// Shared values that changed since the last assertion, without an action.
  func reportUnassertedShared(at location: OperatorLocation) {
    let (before, actual) = watch.locked { (view(watch.asserted), view(watch.reached)) }
    if before.isEqual(to: actual) { return }
    reportOmission(
      """
      A shared value changed, and the test has not asserted it:

      \(difference(before, actual))

      An effect changed it, or somebody else. Assert that before the test ends with \
      "store.assert { $0.$value.withLock { $0 = ... } }".
      """,
      at: location)
  }

  private func sharedHint(_ view: ComparedState<State>) -> String {
    if !view.shared.isUsed { return "" }
    return """
       What an effect, or somebody else, changed in a shared value before the action is asserted \
      with "store.assert { ... }".
      """
  }

  /// Returns the difference between two states that are not equal.
  func difference(_ expected: ComparedState<State>, _ actual: ComparedState<State>) -> String {
    let (left, right) = (expected.dumped, actual.dumped)
    // Both states may hold the same shared value, of which a comparison of them sees one side.
    if expected.shared.isUsed || actual.shared.isUsed, left != right {
      return """
        \(indented(TextDifference(left, right).description))

        (Expected: \u{2212}, Actual: +)
        """
    }
    return difference(expected.state, actual.state)
  }
}
