/// How long to wait before a worker that ended is started again: not at all for the first time, then
/// longer and longer while they end young.
struct Backoff: Equatable {
  private var failures = 0

  static let youngMilliseconds: Int = 10_000
  static let longestMilliseconds = 5_000

  mutating func delay(afterLivingMilliseconds lived: Int) -> Int {
    if lived >= Self.youngMilliseconds { failures = 0 }
    defer { failures += 1 }
    guard failures > 0 else { return 0 }
    return min(Self.longestMilliseconds, 100 << min(failures - 1, 10))
  }
}
