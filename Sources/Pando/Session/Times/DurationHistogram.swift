/// Counts durations, from nanoseconds to minutes, in buckets of which four double the duration: a quantile is true to an
/// eighth.
package struct DurationHistogram: Equatable, Sendable {
  // Below four nanoseconds a bucket each; from there on the two bits below the highest one tell four apart.
  private static let highestExponent = 40
  private static let bucketCount = highestExponent * 4

  private var counts = [UInt64](repeating: 0, count: bucketCount)

  /// The number of durations.
  package private(set) var count: UInt64 = 0

  /// A histogram of nothing.
  package init() {}

  /// Adds a duration that stands for so many like it.
  package mutating func add(nanoseconds: UInt64, weight: UInt64 = 1) {
    counts[Self.bucket(of: nanoseconds)] &+= weight
    count &+= weight
  }

  /// Adds the durations of another histogram.
  package mutating func add(_ other: DurationHistogram) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
    count &+= other.count
  }

  /// Returns the duration, in nanoseconds, that so large a part of all does not exceed; nil while there are none. O(1).
  ///
  /// - Parameter part: 0.5 for the median, 0.99 for what one of a hundred exceeds.
  package func quantile(_ part: Double) -> UInt64? {
    guard count > 0 else { return nil }
    let rank = max(1, UInt64((part * Double(count)).rounded(.up)))
    var passed: UInt64 = 0
    for (index, count) in counts.enumerated() {
      passed &+= count
      if passed >= rank { return Self.middle(of: index) }
    }
    return nil
  }

  private static func bucket(of nanoseconds: UInt64) -> Int {
    if nanoseconds < 4 { return Int(nanoseconds) }
    let exponent = 63 - nanoseconds.leadingZeroBitCount
    if exponent > highestExponent { return bucketCount - 1 }
    return (exponent - 1) * 4 + Int(nanoseconds >> UInt64(exponent - 2) & 3)
  }

  private static func middle(of bucket: Int) -> UInt64 {
    if bucket < 4 { return UInt64(bucket) }
    let shift = UInt64(bucket / 4 - 1)
    return UInt64(4 + bucket % 4) << shift + (1 << shift) / 2
  }
}
