extension DependencyValues {
  /// The same values, to be read by whoever captures them, in whatever task.
  package var chosen: DependencyValues {
    var values = self
    values.choose()
    return values
  }

  /// The same with some overridden. Reading one inside `update` never reports that a test asked for
  /// a live value: it is about to be changed.
  package func updated(
    by update: (inout DependencyValues) throws -> Void
  ) rethrows -> DependencyValues {
    // What is overridden here counts, whatever a test changes later.
    var values = newest.chosen
    values.role = .update
    try update(&values)
    values.role = .values
    return values.restamped
  }

  func updated(
    isolation: isolated (any Actor)?,
    by update: (inout DependencyValues) async throws -> Void
  ) async rethrows -> DependencyValues {
    var values = newest.chosen
    values.role = .update
    try await update(&values)
    values.role = .values
    return values.restamped
  }
}
