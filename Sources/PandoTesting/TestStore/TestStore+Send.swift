public import Pando

extension TestStore {
  /// Sends an action, waits until it has committed, and asserts what it changed.
  ///
  /// What had been received must have been asserted before. When it returns, the effects that it
  /// started have done what they can do at once; what they sent waits to be received.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - assert: Changes the state as the action should have. Without one the state must stay as it
  ///     is.
  /// - Returns: What the action led to: to wait for, or to cancel.
  @discardableResult
  public func send(
    _ action: Action,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let deadline = ContinuousClock.now + timeout
    if isDismissed {
      report("Can't send action to dismissed test store.\n\n\(dumped(action))", at: location)
      return TestStoreTask(nil, self)
    }
    passOver(count: nil, before: action, at: location)
    guard let sent = watch.send(action, at: location) else { return TestStoreTask(nil, self) }
    let task = TestStoreTask(sent, self)
    _ = await watch.wait(until: deadline) { [watch] in watch.hasCommitted(sent) }
    guard let commit = watch.locked({ watch.takeSent(sent) }) else {
      report(
        """
        An action was sent, but it has not committed \(endOfWait(of: timeout)).

        \(dumped(action))

        \(waitingHint)
        """,
        at: location)
      return task
    }
    // Effects may have been quicker than a hosted child.
    passOver(count: commit.receivedCount, before: action, at: location)
    expect(commit.moment, assert, hint: "", at: location)
    await watch.settle(until: deadline)
    return task
  }

  /// Why nothing comes. The test has been told then, and is not told again when it ends.
  var waitingHint: String {
    watch.locked { watch.isToldOfWaiting = true }
    if Task.isCancelled {
      return "Whoever cancelled it, as a time limit does, ended the wait early."
    }
    if faults.driver.isCutOff {
      return "Its worker is cut off: end that with \"faults.heal()\" first."
    }
    if watch.locked({ watch.engine.hasLossToTell }) {
      return """
        A hosted feature lost effects with its worker, and is told once another worker has it. Allow a \
        longer "timeout" if one takes long to start.
        """
    }
    let cancelled = watch.locked { watch.effectsThatIgnoreCancellation }
    if !cancelled.isEmpty {
      let (what, ignores) =
        cancelled.count == 1
        ? ("effect was cancelled and has", "it ignores")
        : ("effects were cancelled and have", "they ignore")
      return """
        \(cancelled.count) \(what) not ended; \(ignores) cancellation: \
        \(cancelled.map(\.title).joined(separator: "; ")).

        Have it wait for what throws or returns when its task is cancelled, and do its work in that \
        task.
        """
    }
    return """
      A hosted feature reduces it, or one that is before it, and its worker does not answer in \
      time. Allow a longer "timeout" if the machine is slow.
      """
  }

  /// Reports actions that were received and not asserted, and are in the way of the next one.
  ///
  /// - Parameter count: How much of it; all where nil.
  private func passOver(count: Int?, before action: Action, at location: OperatorLocation) {
    let left = watch.locked { () -> [CommitWatch<State, Action>.Received] in
      if exhaustivity == .on { return watch.tellReceived(count) }
      return Array(watch.received.prefix(count ?? watch.received.count))
    }
    guard let last = left.last else { return }
    reportOmission(
      """
      Must handle \(counted(left.count, "received action")) before sending an action:

      Not asserted:

      \(dumped(left.map(\.action)))

      To be sent:

      \(dumped(action))
      """,
      at: location)
    if exhaustivity == .on { return }
    watch.locked {
      watch.dropReceived(left.count)
      watch.asserted = last.moment
    }
  }
}

extension TestStore where Action: CasePathable {
  /// Sends an action without a payload by its case, and asserts what it changed.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action(), isolation: isolation, assert: assert, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Sends an action by its case and its payload, and asserts what it changed.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    isolation: isolated (any Actor)? = #isolation,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action(value), isolation: isolation, assert: assert, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }
}
