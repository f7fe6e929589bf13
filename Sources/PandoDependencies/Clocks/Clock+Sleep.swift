extension Clock {
  /// Sleeps until a moment, with no tolerance of its own.
  public func sleep(until deadline: Instant) async throws {
    try await sleep(until: deadline, tolerance: nil)
  }
}
