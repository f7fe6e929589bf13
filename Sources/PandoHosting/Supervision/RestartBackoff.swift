/// The time to wait before a worker that ended is started again: none for the first time, then longer
/// and longer while workers end young. One that was ready has shown that it can start: what ended it is
/// the matter of those whose actions it reduced, who wait for the next.
package struct RestartBackoff: Equatable, Sendable {
  private var failures = 0

  package static let youngMilliseconds = 10_000
  package static let longestMilliseconds = 5_000
  package static let longestAfterReadyMilliseconds = 500

  package init() {}

  package mutating func delay(afterLivingMilliseconds lived: Int, wasReady: Bool) -> Int {
    if lived >= Self.youngMilliseconds { failures = 0 }
    defer { failures += 1 }
    guard failures > 0 else { return 0 }
    let longest = wasReady ? Self.longestAfterReadyMilliseconds : Self.longestMilliseconds
    return min(longest, 100 << min(failures - 1, 10))
  }
}
