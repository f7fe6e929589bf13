extension DependencyValues {
  /// Runs `operation` with fresh values of all keys that nobody overrides.
  package static func withFreshDefaults(operation: () async throws -> Void) async rethrows {
    let current = current
    let defaults = DependencyDefaults()
    // Only that somebody overrode it stands above what `operation` prepares.
    defaults.prepare(current.context)
    let fresh = DependencyValues(context: nil, defaults: defaults)
      .under(DependencyLayer(overrides: current.overrides, context: current.overriddenContext))
    try await $ofTask.withValue(fresh, operation: operation)
  }
}
