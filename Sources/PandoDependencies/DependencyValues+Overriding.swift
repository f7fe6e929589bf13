extension DependencyValues {
  /// The values in effect for the caller, with the overrides of the operators around it among them.
  static var inEffect: DependencyValues { DependencyLayer.current.map(current.under) ?? current }

  /// Runs `operation` with values that a user chose. They are further in than the operators around, so
  /// those are not read on top of them: ``inEffect`` has them already.
  static func overriding<Result>(
    with values: DependencyValues, operation: () throws -> Result
  ) rethrows -> Result {
    if DependencyScope.current != nil {
      return try DependencyScope(values: values, isOverride: true)(operation)
    }
    return try DependencyLayer.outside {
      try $ofTask.withValue(values, operation: operation)
    }
  }

  /// Runs asynchronous work with values that a user chose, as the other `overriding` does.
  static func overriding<Result>(
    with values: DependencyValues, isolation: isolated (any Actor)?,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await DependencyLayer.outside(isolation: isolation) {
      try await $ofTask.withValue(values, operation: operation, isolation: isolation)
    }
  }
}
