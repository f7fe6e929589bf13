/// Hands the current dependencies to closures that another thread or library calls later.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   onMessage { message in
///     dependencies.yield { handle(message) }
///   }
/// }
/// ```
public func withEscapedDependencies<Result>(
  _ operation: (_ dependencies: DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation(values: DependencyValues.inEffect.chosen))
}

/// Hands the current dependencies to closures that another thread or library calls later, from
/// asynchronous work in the isolation of the caller.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (_ dependencies: DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation(values: DependencyValues.inEffect.chosen))
}
