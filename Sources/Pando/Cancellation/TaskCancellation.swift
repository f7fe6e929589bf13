/// Runs work so that `Task.cancel(id:)`, and inside an effect `Effect.cancel(id:)`, end it alone.
///
/// Inside an effect the identity counts for the feature that the effect belongs to and its parents, as
/// with `Effect.cancellable(id:cancelInFlight:)`. Outside of effects it counts for the process.
///
/// What `cancelInFlight` ends is on the worker alone where the effect is a hosted feature's, though the
/// identities may be its parent's too, as in a `Scope`.
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
  let scope = CancelScope.current
  let cancellation = EarlyCancellation()
  let section = scope.begin(CancelID(id), cancelInFlight ? .cancelled : .kept) {
    cancellation.cancel()
  }
  defer { if let section { scope.end(section) } }
  let task = Task(executorPreference: scope.executor) {
    try await scope.perform(section, operation)
  }
  cancellation.begin { task.cancel() }
  return try await withTaskCancellationHandler {
    try await task.value
  } onCancel: {
    task.cancel()
  }
}

/// Runs work so that `Task.cancel(id:)`, and inside an effect `Effect.cancel(id:)`, end it alone.
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
  await withTaskCancellation(
    under: CancelID(id), cancelInFlight ? .cancelled : .kept, isolation: isolation,
    operation: operation)
}

func withTaskCancellation<Success: Sendable>(
  under id: CancelID, _ inFlight: InFlight, isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async -> Success
) async -> Success {
  await RegisteredWork(under: id, inFlight).run(operation)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels what runs under an identity: from inside an effect in the effect's feature or below it,
  /// from elsewhere outside of effects.
  ///
  /// From inside an effect of a hosted feature it cancels what runs on the worker alone, though the
  /// identities may be its parent's too, as in a `Scope`. `Effect.cancel(id:)`, returned by the reducer,
  /// reaches both.
  public static func cancel(id: some Hashable & Sendable) {
    CancelScope.current.cancel(CancelID(id))
  }
}
