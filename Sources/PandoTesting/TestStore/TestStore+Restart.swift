import Pando
import PandoWire

extension TestStore where State: Codable, Action: Codable {
  /// Ends the store where it is, as if its process were killed, and goes on with what a journal would have: all that has
  /// committed.
  ///
  /// ```swift
  /// await store.send(.start) { $0.isRunning = true }
  /// await store.restart()
  /// await store.receive(\.search.interrupted) { $0.search.isSearching = false }
  /// ```
  ///
  /// The state is written down and read back. Effects end, and what they send after it counts for nothing; a real one of
  /// them ends without being cancelled. Then come, to be received: actions that reducers had returned and that had not
  /// committed, `hosted(interrupted:)` of each hosted child that has it, and what `onMount` sends. Dependencies go on as
  /// they are, as does the world outside of a process.
  ///
  /// It is a failure if actions were received before and not asserted, or if the state that is read back is not equal to
  /// the one that was written.
  ///
  /// - Complexity: O(size of the state).
  public func restart(
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = OperatorLocation(
      fileID: fileID, filePath: filePath, line: line, column: column)
    let former = watch
    await former.settle(until: .now + timeout)
    // What commits from here on has not been written down.
    let (left, point) = former.engine.withState { state in
      (former.tellReceived().map(\.action), (state: state, owed: former.engine.owedActions))
    }
    reportUnasserted(left, "before the restart", at: location)
    do throws(WireError) {
      let state = try WireDecoder.decode(State.self, from: WireEncoder.encode(point.state))
      var owed: [Action] = []
      for action in point.owed {
        owed.append(try WireDecoder.decode(Action.self, from: WireEncoder.encode(action)))
      }
      former.engine.stop()
      if state != point.state {
        report(
          """
          The state that a restart reads is not the one that was written down:

          \(difference(point.state, state))

          Its coding leaves something out, or its "==" tells apart what is equal.
          """,
          at: location)
      }
      begin(state, owing: owed)
    } catch {
      report(
        """
        Expected a restart, but the store cannot be written down: \(error)
        """,
        at: location)
    }
  }

  private func begin(_ state: State, owing owed: [Action]) {
    let faults = HostingFaults(faults.plan)
    let engine = makeLife.body(state, faults)
    begin(Life(watch: CommitWatch(engine, queue: faults.queue), faults: faults))
    engine.restart(owing: owed)
  }
}
