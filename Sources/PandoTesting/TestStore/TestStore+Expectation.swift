import DequeModule
import Pando

extension TestStore {
  /// An action that a test expects to receive.
  struct Expectation {
    let matches: (Action) -> Bool
    /// The name of the action, behind "to receive".
    let title: String
    /// Returns the difference between it and another action.
    let difference: (Action) -> String
  }

  func receive(
    _ expectation: Expectation, _ timeout: Duration?, _ assertion: ((inout State) throws -> Void)?,
    _ location: OperatorLocation, isolation: isolated (any Actor)? = #isolation
  ) async {
    let timeout = timeout ?? self.timeout
    let deadline = ContinuousClock.now + timeout
    guard await arrive(expectation, until: deadline) else {
      return reportNothing(expectation, after: timeout, now: .now, deadline, at: location)
    }
    if exhaustivity != .on { skip(to: expectation, at: location) }
    guard let received = watch.locked({ watch.takeReceived() }) else { return }
    if expectation.matches(received.action) {
      expect(received.moment, assertion, hint: "", at: location)
    } else {
      report(
        """
        Received unexpected action:

        \(expectation.difference(received.action))

        It was received where the test says that it receives \(expectation.title)
        """,
        at: location)
      watch.locked { watch.asserted = received.moment }
    }
    await watch.settle(until: deadline)
  }

  /// Waits for an action; where not all must be asserted, for one that matches.
  private func arrive(
    _ expectation: Expectation, until deadline: ContinuousClock.Instant,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let isExhaustive = exhaustivity == .on
    while true {
      let actions = watch.locked { watch.received.map(\.action) }
      if isExhaustive ? !actions.isEmpty : actions.contains(where: expectation.matches) {
        return true
      }
      let seen = actions.count
      let hasNews = await watch.wait(until: deadline) { [watch] in
        watch.received.count > seen || (watch.engine.isIdle && watch.queue.isAtRest)
      }
      guard hasNews, watch.locked({ watch.received.count > seen }) else { return false }
    }
  }

  /// Passes over what came before the action that a test expects.
  private func skip(to expectation: Expectation, at location: OperatorLocation) {
    let skipped = watch.locked { () -> [Action] in
      guard let index = watch.received.firstIndex(where: { expectation.matches($0.action) }),
        index > 0
      else { return [] }
      let skipped = watch.received.prefix(index)
      if let last = skipped.last { watch.asserted = last.moment }
      let actions = skipped.map(\.action)
      watch.dropReceived(index)
      return actions
    }
    if skipped.isEmpty { return }
    reportOmission(
      "\(counted(skipped.count, "received action")) not asserted:\n\n\(dumped(skipped))",
      at: location)
  }

  private func reportNothing(
    _ expectation: Expectation, after timeout: Duration, now: ContinuousClock.Instant,
    _ deadline: ContinuousClock.Instant, at location: OperatorLocation
  ) {
    let (others, effects, isIdle) = watch.locked {
      (
        watch.received.map(\.action), watch.engine.effectsInFlight(), watch.engine.isIdle
      )
    }
    let wait = isIdle || now < deadline ? "" : " after \(timeout)"
    let what =
      others.isEmpty
      ? "received none\(wait)"
      : "received only others\(wait):\n\n\(dumped(others))"
    report(
      """
      Expected to receive an action, but \(what).

      Expected to receive \(expectation.title)

      \(hint(effects, isIdle: isIdle))
      """,
      at: location)
  }

  private func hint(_ effects: [EffectInFlight], isIdle: Bool) -> String {
    if isIdle {
      return """
        Nothing is under way that could send one: no effect runs. If a value of the test was to \
        make the feature start one, look at the dependencies that the store was given.
        """
    }
    if effects.isEmpty { return waitingHint }
    return """
      \(counted(effects.count, "effect")) still running: \(effects.map(\.title).joined(separator: "; ")).

      If the effect that sends the action waits for a clock of the test, advance the clock far \
      enough. If it is slow, allow it a longer "timeout".
      """
  }
}
