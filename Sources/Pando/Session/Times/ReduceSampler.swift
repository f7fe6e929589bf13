/// Picks the actions of one host, or of one lane, whose time is taken: the first, each behind a slow one, and else one
/// of 64.
///
/// Taking the time of every action would cost more than many a reducer. Where nobody asks for times, none is picked.
struct ReduceSampler {
  /// The number of actions of which one is picked while they are quick.
  static let interval: Int32 = 64
  /// The time from which on an action is slow, beside which taking it costs nothing.
  static let slowNanoseconds: UInt64 = 20_000

  private let times: FeatureTimes?
  /// The number of actions until the next one that is picked.
  private var left: Int32
  /// The number of actions that it stands for.
  private var weight: UInt32 = 1

  init(_ times: FeatureTimes?) {
    self.times = times
    left = times == nil ? .max : 0
  }

  /// An action is about to be reduced, or to commit. Returns the time, for `end(_:)`; nil where it is not picked.
  @inline(__always)
  mutating func begin() -> UInt64? {
    if left > 0 {
      left &-= 1
      return nil
    }
    return times?.now
  }

  /// The action that was picked has been reduced, or has committed.
  mutating func end(_ start: UInt64) {
    guard let times else { return }
    let now = times.now
    times.add(since: start, now: now, weight: UInt64(weight))
    let isSlow = now >= start && now - start >= Self.slowNanoseconds
    weight = isSlow ? 1 : UInt32(Self.interval)
    left = isSlow ? 0 : Self.interval - 1
  }
}
