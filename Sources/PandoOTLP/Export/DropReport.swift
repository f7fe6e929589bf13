/// The faults of exports, and how many spans were dropped for each, for a log that says so from time to time. Pure.
struct DropReport {
  /// The time between two lines, so that a collector that is away does not fill a log.
  static let intervalMilliseconds = 10_000
  /// The number of reasons that are told apart.
  private static let reasonsAtMost = 4

  private var counts: [(reason: String, count: Int)] = []
  private var lastTold: Int?

  /// - Parameter count: The number of spans that were dropped; nought for a mere warning.
  mutating func note(_ count: Int, _ reason: String) {
    if let index = counts.firstIndex(where: { $0.reason == reason }) {
      counts[index].count += count
    } else if counts.count < Self.reasonsAtMost {
      counts.append((reason, count))
    } else {
      counts[Self.reasonsAtMost - 1].count += count
    }
  }

  /// Returns what is to be said now; nil where that is nothing, or not yet.
  ///
  /// - Parameter isLast: True if nobody asks again.
  mutating func take(now: Int, isLast: Bool = false) -> String? {
    if counts.isEmpty { return nil }
    if !isLast, let lastTold, now - lastTold < Self.intervalMilliseconds { return nil }
    defer {
      counts = []
      lastTold = now
    }
    return counts.map { reason, count in
      count == 0 ? reason : "\(count) \(count == 1 ? "span is" : "spans are") dropped: \(reason)"
    }.joined(separator: "; ")
  }
}
