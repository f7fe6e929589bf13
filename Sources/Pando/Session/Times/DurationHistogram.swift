/// Counts durations in buckets with fixed bounds, from a microsecond to ten seconds, so that those of many processes can
/// be added up.
package struct DurationHistogram: Equatable, Sendable {
  /// The longest duration of each bucket but the last, which has what is longer than them all.
  package static let boundNanoseconds: [UInt64] =
    [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000].flatMap {
      [$0, 2 * $0, 5 * $0]
    } + [10_000_000_000]

  /// The number of durations in each bucket.
  package private(set) var counts = [UInt64](repeating: 0, count: boundNanoseconds.count + 1)

  /// A histogram of nothing.
  package init() {}

  /// Adds a duration that stands for so many like it.
  package mutating func add(nanoseconds: UInt64, weight: UInt64 = 1) {
    let bucket = Self.boundNanoseconds.firstIndex { nanoseconds <= $0 } ?? counts.count - 1
    counts[bucket] &+= weight
  }
}
