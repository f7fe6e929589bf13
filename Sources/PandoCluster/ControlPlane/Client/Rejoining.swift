/// The pauses of a worker before it joins a coordinator that has forgotten it: none the first time, then longer and longer,
/// until it has been a member for a life.
///
/// A coordinator that knows nobody, or another worker at the same endpoint, would have it join without end.
struct Rejoining {
  private var backoff = RetryBackoff(firstMilliseconds: 100, maximumMilliseconds: 10_000)
  private var joinedMilliseconds = 0
  private var lifeMilliseconds = 0
  private var isMember = false
  /// The number of times that it was forgotten since it was last a member for a life.
  private(set) var count = 0

  /// The shortest life that counts, whatever a coordinator says.
  private static let lifeAtLeast = 1_000
  /// The intervals between beats that are kept, whatever a coordinator says. Who beats more often than it is to is a
  /// member all the same.
  private static let beatMilliseconds = 10...60_000

  /// Returns the time between beats, of what a coordinator says.
  static func interval(_ milliseconds: Int) -> Int {
    min(max(beatMilliseconds.lowerBound, milliseconds), beatMilliseconds.upperBound)
  }

  /// Notes that it has joined.
  mutating func joined(lifeMilliseconds life: Int, atMilliseconds now: Int) {
    isMember = true
    joinedMilliseconds = now
    lifeMilliseconds = max(life, Self.lifeAtLeast)
  }

  /// Notes a beat of a member that is known.
  mutating func wasKnown(atMilliseconds now: Int) {
    guard now - joinedMilliseconds >= lifeMilliseconds else { return }
    count = 0
    backoff.reset()
  }

  /// Notes a beat that is not known, and returns how long to wait before it joins.
  mutating func wasForgotten() -> Int {
    // Where it could not join since, it waits for as long as the outage says.
    guard isMember else { return 0 }
    isMember = false
    count += 1
    return count == 1 ? 0 : backoff.next()
  }
}
