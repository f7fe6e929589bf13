extension DependencyValues {
  /// Dependencies that are carried across a boundary which the task's own values do not cross.
  public struct Continuation: Sendable {
    let values: DependencyValues

    /// Runs `operation` with the dependencies. May be called any number of times.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try DependencyValues.overriding(with: values, operation: operation)
    }

    /// Runs asynchronous work with the dependencies, in the isolation of the caller. May be called
    /// any number of times.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.overriding(
        with: values, isolation: isolation, operation: operation)
    }
  }
}
