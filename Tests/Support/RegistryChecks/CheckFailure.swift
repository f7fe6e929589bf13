/// A fault that a check of a registry or of a store found, and where.
package struct CheckFailure: Error, CustomStringConvertible {
  package let description: String
}

/// Throws when a condition does not hold.
func check(
  _ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line
) throws {
  if !condition { throw CheckFailure(description: "\(message()) (line \(line) of the check)") }
}

/// Looks again and again until a condition holds; throws when it did not within 30 seconds.
func eventually(
  _ message: String, line: Int = #line, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < end {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  throw CheckFailure(description: "it never came to be that \(message) (line \(line) of the check)")
}
