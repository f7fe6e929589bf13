import Pando

extension Shrinker {
  /// The failure as a text: what differs, and the call that shows it again.
  ///
  /// - Parameters:
  ///   - origin: Where the program and the schedule are from.
  ///   - initialState: The state to begin with.
  func failureText(origin: String, initialState: Any) -> String {
    let events = disagreement.faultEvents.map { "\n  \($0)" }.joined()
    let faults = events.isEmpty ? "" : "\n\nThe workers failed so:\(events)"
    return """
      "\(check.feature.name)" does not do hosted what it does in one process.

      \(disagreement.describe())\(faults)

      \(origin) This is the least that still shows it; write the feature, its first state and the \
      dependencies as in the call that failed:

      \(indented(call(initialState)))
      """
  }

  private func call(_ initialState: Any) -> String {
    let state = SwiftText.text(of: initialState)
    return """
      try await expectSameHosted(
        \(check.feature.name)(),
        initialState: \(state.count > 400 ? "initialState" : state),
        actions: \(SwiftText.list(actions, indentation: 2)),
        schedules: [\(schedule)])
      """
  }
}
