extension DependencyValues {
  /// Runs `operation` with fresh values of all keys that nobody overrides.
  package static func withFreshDefaults(operation: () async throws -> Void) async rethrows {
    let current = current
    let fresh = DependencyValues(context: nil, defaults: DependencyDefaults())
      .under(DependencyLayer(overrides: current.overrides, context: current.context))
    try await $ofTask.withValue(fresh, operation: operation)
  }
}
