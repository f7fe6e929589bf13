import IssueReporting

extension Effect {
  /// Runs asynchronous work that may send any number of actions.
  ///
  /// The work runs off every actor. It is cancelled when the child that returned it goes; what it
  /// sends after that is dropped. `CancellationError` ends it silently; any other error goes to
  /// `handler`, and is reported as an issue when there is none.
  ///
  /// It reads the dependencies of the store that runs it, and on top of them what is overridden around
  /// this call with ``withDependencies(_:operation:)``.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that runs it.
  ///   - name: A name for the task, seen in traces.
  ///   - operation: The work.
  ///   - handler: Told of an error that `operation` threw.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    let run = EffectRun<Action>(
      name: name, priority: priority,
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { send in
      do {
        try await operation(send)
      } catch is CancellationError {
        return
      } catch {
        guard let handler else {
          reportIssue(
            """
            An "Effect.run" returned from "\(fileID):\(line)" threw an unhandled error.

            \(ValueWords.text(of: error))

            Every error must be handled: use a "do" inside the effect, or its "catch" parameter.
            """,
            fileID: fileID, filePath: filePath, line: line, column: column)
          return
        }
        await handler(error, send)
      }
    }
    return Effect(.run(DependencyLayer.kept.map(run.under) ?? run))
  }
}
