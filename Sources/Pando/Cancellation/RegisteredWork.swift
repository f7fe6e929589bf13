/// Work that is registered under an identity before it begins, and can be cancelled from then on.
struct RegisteredWork: Sendable {
  private let scope = CancelScope.current
  private let cancellation = EarlyCancellation()
  private let section: UInt64?

  /// Registers work of the effect, or of the process, that calls this.
  init(under id: CancelID, _ inFlight: InFlight) {
    section = scope.begin(id, inFlight) { [cancellation] in cancellation.cancel() }
  }

  /// Does the work, and ends the registration. To be called once.
  func run<Success: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: @escaping @Sendable () async -> Success
  ) async -> Success {
    defer { if let section { scope.end(section) } }
    let task = Task(executorPreference: scope.executor) { [scope, section] in
      await scope.perform(section, operation)
    }
    cancellation.begin { task.cancel() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
