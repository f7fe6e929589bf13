extension Effect {
  /// Sends the actions that an asynchronous sequence brings, in its order.
  ///
  /// The next one is asked for when the last has committed. The effect ends with the sequence, when it
  /// is cancelled, or with the child that returned it.
  ///
  /// ```swift
  /// case .task:
  ///   return .sequence { await locations.updates().map(Action.locationChanged) }
  /// ```
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that runs it.
  ///   - name: A name for the task, seen in traces.
  ///   - makeSequence: Makes the sequence, in the effect's task.
  ///   - handler: Told of an error that the sequence or `makeSequence` threw; without one it is
  ///     reported as an issue.
  public static func sequence<Actions: AsyncSequence & SendableMetatype>(
    priority: TaskPriority? = nil,
    name: String? = nil,
    _ makeSequence: @escaping @Sendable () async throws -> Actions,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect where Actions.Element == Action, Actions.AsyncIterator: SendableMetatype {
    .run(
      priority: priority, name: name,
      operation: { send in
        for try await action in try await makeSequence() {
          await send(action)
          // The sequence need not know.
          if Task.isCancelled { return }
        }
      },
      catch: handler, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
