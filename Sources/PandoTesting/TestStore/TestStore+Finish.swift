import Pando

extension TestStore {
  /// Waits until every effect has ended; it is a failure if that takes too long.
  ///
  /// What was received must have been asserted before.
  ///
  /// - Parameter timeout: How long it may take; nil for the store's own.
  public func finish(
    timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let timeout = timeout ?? self.timeout
    let deadline = ContinuousClock.now + timeout
    let left = watch.locked { watch.tellReceived().map(\.action) }
    reportUnasserted(left, "when it waited for the end of the effects", at: location)
    let isIdle = await watch.wait(until: deadline) { [watch] in watch.isIdle }
    await watch.settle(until: deadline)
    if isIdle { return }
    let effects = watch.locked { watch.effectsInFlight }
    if effects.isEmpty {
      return report(
        """
        Expected everything to finish, but something is still under way \(endOfWait(of: timeout)).

        \(waitingHint)
        """,
        at: location)
    }
    report(
      """
      Expected effects to finish, but there are still effects in-flight \(endOfWait(of: timeout)).

      \(counted(effects.count, "effect")) still running: \(effects.map(\.title).joined(separator: "; ")).

      If it waits for a clock of the test, advance the clock far enough. If it runs for as long as \
      its feature is there, send the action that cancels it. If it is slow, allow it a longer \
      "timeout".
      """,
      at: location)
  }

  /// Takes everything that was received as asserted.
  ///
  /// - Parameter strict: Whether it is a failure if nothing was received.
  public func skipReceivedActions(
    strict: Bool = true,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    await watch.settle(until: .now + timeout)
    let skipped = watch.locked { () -> [Action] in
      if let last = watch.received.last { watch.asserted = last.moment }
      defer { watch.dropReceived(watch.received.count) }
      return watch.received.map(\.action)
    }
    guard !skipped.isEmpty else {
      if strict { report("There were no received actions to skip.", at: location) }
      return
    }
    noteSkipping(
      "\(counted(skipped.count, "received action")) skipped:\n\n\(dumped(skipped))", at: location)
  }

  /// Takes every effect that runs as none of the test's affair: neither `finish(timeout:)` nor the end
  /// of the test waits for it.
  ///
  /// It runs on until the test ends. What it sends can be received, and must be where the test must
  /// assert everything.
  ///
  /// - Parameter strict: Whether it is a failure if none runs.
  public func skipInFlightEffects(
    strict: Bool = true,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = ContinuousClock.now + timeout
    await watch.settle(until: deadline)
    let skipped = watch.locked {
      let effects = watch.effectsInFlight
      defer { watch.skip(effects) }
      return effects.map { ($0.title, watch.source(of: $0)?.action) }
    }
    guard !skipped.isEmpty else {
      if strict { report("There were no in-flight effects to skip.", at: location) }
      return
    }
    let list = skipped.map { title, action in
      "  \(title)\(action.map { ", returned for\n\n  \(indented(dumped($0)))" } ?? "")"
    }
    noteSkipping(
      """
      \(counted(skipped.count, "effect")) skipped:

      \(list.joined(separator: "\n"))
      """,
      at: location)
  }

  /// Notes what a test skips by name, which fails nothing, whatever it must assert.
  private func noteSkipping(_ message: String, at location: OperatorLocation) {
    if exhaustivity != .off { note(message, at: location) }
  }
}
