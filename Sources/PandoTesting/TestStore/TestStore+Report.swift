import IssueReporting
import Pando

extension TestStore {
  /// Fails the test.
  func report(_ message: String, at location: OperatorLocation) {
    reportIssue(
      message + faultNote, fileID: location.fileID, filePath: location.filePath,
      line: location.line, column: location.column)
  }

  /// Fails the test where it must assert everything; else notes what it left out, if that is wished.
  func reportOmission(_ message: String, at location: OperatorLocation) {
    switch exhaustivity {
    case .on: report(message, at: location)
    case .off(showSkippedAssertions: true): note(message, at: location)
    case .off(showSkippedAssertions: false): break
    }
  }

  /// Says something that fails no test.
  func note(_ message: String, at location: OperatorLocation) {
    let message = "Skipped assertions.\n\n\(message)"
    // A warning fails a test of XCTest.
    if case .xcTest? = TestContext.current {
      print("\(location.filePath):\(location.line): \(message)")
    } else {
      reportIssue(
        message, severity: .warning, fileID: location.fileID, filePath: location.filePath,
        line: location.line, column: location.column)
    }
  }

  /// The failures that were brought about before the test failed, and how to bring them about
  /// again.
  private var faultNote: String {
    let events = faults.events
    if faults.plan == .none, events.isEmpty { return "" }
    let list = events.map { "\n  \($0)" }.joined()
    return """


      The workers of hosted features failed by the plan \(faults.plan); give it to the test store as \
      "faults" to see the same again.\(list)
      """
  }

  /// Lets what waits for a worker commit, and effects end on workers in other processes: one that has sent
  /// its last action ends at once, and the news of it comes later than the action.
  func awaitWorkers() {
    guard exhaustivity != .off else { return }
    // Workers of the test do nothing more once the queue is at rest.
    let areElsewhere = watch.engine.backend !== faults.backend
    watch.block(for: timeout) { [watch] in
      let hasCommitted = watch.isToldOfWaiting || !watch.awaitsCommit
      guard areElsewhere else { return hasCommitted || watch.queue.isAtRest }
      return hasCommitted && watch.effectsInFlight.allSatisfy { $0.host == nil }
    }
  }

  /// The last words of a test's store.
  func reportUnasserted() {
    let (actions, effects) = watch.locked {
      let effects = watch.effectsInFlight.map { ($0, watch.source(of: $0)) }
      return (watch.tellReceived().map(\.action), effects)
    }
    reportUnasserted(actions, "by the end of the test", at: location)
    for (effect, source) in effects {
      let origin = source.map { "the action\n\n\(dumped($0.action))" } ?? "an action"
      reportOmission(
        """
        An effect returned for this action is still running. It must end before the test does.

        The effect: \(effect.title), returned for \(origin)

        If it waits for a clock of the test, advance the clock \
        far enough. If it ends by itself, wait for it with "await store.finish()". If it runs for \
        as long as its feature is there, send the action that cancels it, or cancel the task that \
        "store.send" returned.
        """,
        at: source?.location ?? location)
    }
    if watch.locked({ watch.awaitsCommit && !watch.isToldOfWaiting }) {
      reportOmission(
        "An action has not committed by the end of the test.\n\n\(waitingHint)", at: location)
    }
    reportUnassertedShared(at: location)
  }

  /// Fails a test that left received actions out.
  func reportUnasserted(_ actions: [Action], _ when: String, at location: OperatorLocation) {
    if actions.isEmpty { return }
    reportOmission(
      """
      The store received \(counted(actions.count, "unexpected action")) \(when):

      Not asserted:

      \(dumped(actions))

      Assert each with "await store.receive(...)", or leave them out with \
      "await store.skipReceivedActions()".
      """,
      at: location)
  }

  // MARK: - Texts

  func dumped(_ value: Any) -> String {
    indented(ValueText.text(of: value))
  }

  func dumped(_ actions: [Action]) -> String {
    actions.map { dumped($0) }.joined(separator: "\n")
  }

  func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// Returns the difference between two values that are not equal.
  func difference<Value>(_ expected: Value, _ actual: Value) -> String {
    if let difference = ValueText.difference(expected, actual, isProportional: true) {
      return "\(indented(difference))\n\n(Expected: \u{2212}, Actual: +)"
    }
    return """
      They look the same, but "==" says that they differ.

      Expected:
      \(dumped(expected))

      Actual:
      \(dumped(actual))
      """
  }
}

extension EffectInFlight {
  /// The name of it in a message.
  var title: String {
    let title = name.map { "\"\($0)\"" } ?? "one without a name"
    return host.map { "\(title), on the worker that hosts \($0)" } ?? title
  }
}
