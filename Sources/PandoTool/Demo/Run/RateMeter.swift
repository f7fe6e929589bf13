/// The rate at which counters grow, over about the last second.
struct RateMeter<Key: Hashable & Sendable>: Sendable {
  private struct Sample: Sendable {
    let seconds: Double
    let count: UInt64
  }

  private var samples: [Key: [Sample]] = [:]
  private let windowSeconds: Double

  init(windowSeconds: Double = 1) {
    self.windowSeconds = windowSeconds
  }

  /// Notes where a counter stands and returns its growth per second; 0 until there are two notes.
  mutating func rate(of key: Key, count: UInt64, at seconds: Double) -> Double {
    var known = samples[key, default: []]
    known.append(Sample(seconds: seconds, count: count))
    // The oldest sample is the last one from before the window.
    while known.count > 2, known[1].seconds <= seconds - windowSeconds { known.removeFirst() }
    samples[key] = known
    guard let first = known.first, seconds > first.seconds, count >= first.count else { return 0 }
    return Double(count - first.count) / (seconds - first.seconds)
  }
}
