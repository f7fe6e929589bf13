/// Looks again and again until something holds.
///
/// - Throws: ``NeverHappened`` when it does not come about.
package func eventually(
  _ event: String, within limit: Duration = .seconds(30), _ condition: () async -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened(event: event) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Something that a test waited for in vain.
package struct NeverHappened: Error {
  package let event: String
}
