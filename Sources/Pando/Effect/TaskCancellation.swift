/// Runs work inside an effect so that `Effect.cancel(id:)` and `Task.cancel(id:)` end it alone.
///
/// The identity counts for the feature that the effect belongs to and its parents, as with
/// `Effect.cancellable(id:cancelInFlight:)`. Outside an effect the work just runs.
///
/// - Parameters:
///   - id: The identity; several pieces of work may share it.
///   - cancelInFlight: Whether what runs under this identity ends when this begins.
///   - operation: The work.
public func withTaskCancellation<Success: Sendable>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws -> Success
) async throws -> Success {
  guard let context = EffectContext.current else { return try await operation() }
  let task = Task(executorPreference: context.executor) { try await operation() }
  let section = context.begin(CancelID(id), cancelInFlight: cancelInFlight) { task.cancel() }
  defer { if let section { context.end(section) } }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}

/// Runs work inside an effect so that `Effect.cancel(id:)` and `Task.cancel(id:)` end it alone.
///
/// - Parameters:
///   - id: The identity; several pieces of work may share it.
///   - cancelInFlight: Whether what runs under this identity ends when this begins.
///   - operation: The work.
public func withTaskCancellation<Success: Sendable>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async -> Success
) async -> Success {
  guard let context = EffectContext.current else { return await operation() }
  let task = Task(executorPreference: context.executor) { await operation() }
  let section = context.begin(CancelID(id), cancelInFlight: cancelInFlight) { task.cancel() }
  defer { if let section { context.end(section) } }
  return await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Cancels, from inside an effect, what runs under an identity in the effect's feature or below it.
  public static func cancel(id: some Hashable & Sendable) {
    EffectContext.current?.cancel(CancelID(id))
  }
}
