/// That something did not come to be within the time that a test waits.
struct NeverHappened: Error, CustomStringConvertible {
  let description: String
}

/// Looks again and again until `condition` holds, for 30 seconds.
func eventually(_ message: String, _ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < end {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw NeverHappened(description: "it never came to be that \(message)")
}
