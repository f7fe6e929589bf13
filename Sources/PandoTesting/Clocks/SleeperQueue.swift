/// The sleepers on a clock that a test controls, and the time there.
struct SleeperQueue<Duration: DurationProtocol & Hashable>: Sendable {
  typealias Instant = SimulatedInstant<Duration>

  // A sleeper is taken out by whoever resumes it, so that it is resumed once.
  @safe
  private struct Sleeper: Sendable {
    let number: UInt64
    let deadline: Instant
    let continuation: UnsafeContinuation<Void, Never>
  }

  private(set) var now: Instant
  /// The number of sleepers so far.
  private(set) var sleepCount = 0
  /// The one who wakes first is the last.
  private var sleepers: [Sleeper] = []
  private var lastNumber: UInt64 = 0
  /// The sleeper that was woken and does not run yet.
  private var waking: UInt64?

  init(now: Instant) {
    self.now = now
  }

  var isEmpty: Bool { sleepers.isEmpty }
  var count: Int { sleepers.count }
  var isWaking: Bool { waking != nil }
  /// When the next one wakes.
  var nextDeadline: Instant? { sleepers.last?.deadline }

  mutating func makeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Returns false where the deadline has passed. At a deadline of now it sleeps until the time is moved,
  /// be it by nothing.
  mutating func add(
    _ number: UInt64, until deadline: Instant, _ continuation: UnsafeContinuation<Void, Never>
  ) -> Bool {
    guard deadline >= now else { return false }
    sleepCount += 1
    var low = 0
    var high = sleepers.count
    while low < high {
      let middle = (low + high) / 2
      // A larger number fell asleep later, or is about to.
      if sleepers[middle].deadline < deadline
        || sleepers[middle].deadline == deadline && sleepers[middle].number < number
      {
        high = middle
      } else {
        low = middle + 1
      }
    }
    unsafe sleepers.insert(
      Sleeper(number: number, deadline: deadline, continuation: continuation), at: low)
    return true
  }

  mutating func remove(_ number: UInt64) -> UnsafeContinuation<Void, Never>? {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return nil }
    return unsafe sleepers.remove(at: index).continuation
  }

  /// Moves the time to the first deadline that is not after `limit`, for who is to wake then; or else
  /// to `limit`, for nobody.
  mutating func moveOn(to limit: Instant) -> UnsafeContinuation<Void, Never>? {
    guard let sleeper = sleepers.last, sleeper.deadline <= limit else {
      now = max(now, limit)
      return nil
    }
    sleepers.removeLast()
    now = max(now, sleeper.deadline)
    waking = sleeper.number
    return unsafe sleeper.continuation
  }

  mutating func noteAwake(_ number: UInt64) {
    if waking == number { waking = nil }
  }
}
