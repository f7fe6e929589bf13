/// Runs `operation` with some dependencies overridden, for everything that it makes or starts.
@discardableResult
public func withDependencies<Result>(
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues.inEffect.updated(by: updateValuesForOperation)
  return try DependencyValues.overriding(with: values, operation: operation)
}

/// Runs asynchronous work with some dependencies overridden, for everything that it makes or starts,
/// in the isolation of the caller.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  let values = try await DependencyValues.inEffect.updated(
    isolation: isolation, by: updateValuesForOperation)
  return try await DependencyValues.overriding(
    with: values, isolation: isolation, operation: operation)
}
